package dev.redlock.quorum;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;

import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReplyReceiver;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.PendingReply;
import dev.redlock.node.RedlockNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * What a round prepares, it sends together.
 */
class RoundFlushTests {

	private static final NodeCommand ACQUIRE = new Acquire(List.of("order:42"), "token", 10_000, false);

	private final List<String> events = new CopyOnWriteArrayList<>();

	private final List<KeepingNode> nodes = new ArrayList<>();

	private final Round round;

	RoundFlushTests() {
		for (int i = 0; i < 3; i++) {
			this.nodes.add(new KeepingNode("redis-" + i));
		}
		this.round = new Round(List.copyOf(this.nodes), System::nanoTime,
				(decided, reached) -> this.events.add("decided"));
	}

	@Test
	void everyNodeHasItsCommandBeforeTheFirstIsToSendIt() {
		this.round.send((index) -> ACQUIRE);
		assertThat(this.events).containsExactly("redis-0 prepared", "redis-1 prepared", "redis-2 prepared",
				"redis-0 flushed", "redis-1 flushed", "redis-2 flushed");
	}

	@Test
	void nodesThatAreAwakeAreNotKeptWaitingByThoseThatHaveToBeWoken() {
		this.nodes.get(2).awake = true;
		this.round.send((index) -> ACQUIRE);
		assertThat(this.events).endsWith("redis-2 flushed", "redis-0 flushed", "redis-1 flushed")
			.doesNotHaveDuplicates();
	}

	@Test
	void aNodeThatCanNotFlushHasFailedAndTheOthersSend() {
		this.nodes.get(1).broken = true;
		this.round.send((index) -> ACQUIRE);
		assertThat(this.round.votes()).extracting(NodeVote::verdict)
			.containsExactly(Verdict.PENDING, Verdict.FAILED, Verdict.PENDING);
		assertThat(this.events).endsWith("redis-0 flushed", "redis-2 flushed");
	}

	@Test
	void aNodeThatCanNotTellWhetherItIsBusyHasFailedAndTheRoundGoesOn() {
		this.nodes.get(1).unsure = true;
		this.nodes.get(0).atOnce = NodeReply.FOREIGN;
		this.round.send((index) -> ACQUIRE);
		assertThat(this.round.votes()).extracting(NodeVote::verdict)
			.containsExactly(Verdict.HELD, Verdict.FAILED, Verdict.PENDING);
		assertThat(this.events).contains("redis-2 flushed").endsWith("decided");
	}

	@Test
	void whatIsPreparedIsSentEvenIfThereIsNoCommandForTheNextNode() {
		assertThatIllegalStateException().isThrownBy(() -> this.round.send((index) -> {
			if (index == 1) {
				throw new IllegalStateException("broken");
			}
			return ACQUIRE;
		}));
		assertThat(this.events).containsExactly("redis-0 prepared", "redis-0 flushed");
	}

	@Test
	void onlyTheNodeWhoseReplyDecidesHearsThatSomebodyGoesOn() {
		this.round.send((index) -> ACQUIRE);
		this.events.clear();
		this.nodes.forEach((node) -> node.receiver.accept(NodeReply.DONE));
		assertThat(this.events).containsExactly("decided", "redis-1 has woken a sender");
	}

	@Test
	@EnabledForJreRange(minVersion = 21)
	void aVirtualThreadSendsToBusyNodesAlthoughNoCarrierWouldBeFreeForItAgain() throws Exception {
		this.nodes.get(0).busy = true;
		AtomicBoolean occupied = new AtomicBoolean(true);
		CountDownLatch sending = new CountDownLatch(1);
		startVirtual(() -> {
			for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
				startVirtual(() -> keepCarrier(occupied));
			}
			sending.countDown();
			this.round.send((index) -> ACQUIRE);
		});
		try {
			sending.await();
			await().until(() -> this.events.contains("redis-2 flushed"));
		}
		finally {
			occupied.set(false);
		}
	}

	private static void keepCarrier(AtomicBoolean occupied) {
		while (occupied.get()) {
			Thread.onSpinWait();
		}
	}

	private static void startVirtual(Runnable task) {
		try {
			// Compiled for 17, where they do not exist yet.
			Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Keeps a command until it is to be sent.
	 */
	private final class KeepingNode implements RedlockNode {

		private final String name;

		private volatile boolean broken;

		private volatile boolean busy;

		private boolean awake;

		private boolean unsure;

		private NodeReply atOnce;

		private NodeReplyReceiver receiver;

		KeepingNode(String name) {
			this.name = name;
		}

		@Override
		public String name() {
			return this.name;
		}

		@Override
		public NodeStatus status() {
			return new NodeStatus(NodeStatus.State.UP, "");
		}

		@Override
		public CompletionStage<NodeReply> send(NodeCommand command) {
			throw new UnsupportedOperationException();
		}

		@Override
		public PendingReply prepare(NodeCommand command, NodeReplyReceiver receiver) {
			this.receiver = receiver;
			tell("prepared");
			if (this.atOnce != null) {
				receiver.accept(this.atOnce);
			}
			return new Kept(this);
		}

		@Override
		public void close() {
		}

		private void tell(String event) {
			RoundFlushTests.this.events.add(this.name + " " + event);
		}

	}

	private record Kept(KeepingNode node) implements PendingReply {

		@Override
		public void abandon() {
		}

		@Override
		public boolean isBusy() {
			if (this.node.unsure) {
				throw new IllegalStateException("broken");
			}
			return this.node.busy;
		}

		@Override
		public boolean isAwake() {
			if (this.node.unsure) {
				throw new IllegalStateException("broken");
			}
			return this.node.awake;
		}

		@Override
		public void flush() {
			if (this.node.broken) {
				throw new IllegalStateException("broken");
			}
			this.node.tell("flushed");
		}

		@Override
		public void senderWoken() {
			this.node.tell("has woken a sender");
		}

	}

}
