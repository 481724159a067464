package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.node.AwakeSender;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReplyReceiver;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.PendingReply;
import dev.redlock.node.RedlockNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * When a round tells its verdict (S2, S3), on nodes that answer whenever they like.
 */
class RoundTests {

	private static final NodeCommand ACQUIRE = new Acquire(List.of("order:42"), "token", 10_000, false);

	private final List<String> events = new ArrayList<>();

	private final List<CallbackNode> nodes = new ArrayList<>();

	private Runnable duringVerdict = () -> {
	};

	private final Round round;

	RoundTests() {
		for (int i = 0; i < 5; i++) {
			this.nodes.add(new CallbackNode("redis-" + i));
		}
		this.round = new Round(List.copyOf(this.nodes), System::nanoTime, new Recording());
	}

	@Test
	void nodesThatAnswerAtOnceBringNoVerdictBeforeTheLastNodeWasAsked() {
		this.nodes.subList(0, 3).forEach((node) -> node.atOnce = NodeReply.FOREIGN);
		send();
		assertThat(this.events).containsExactly("redis-0 asked", "redis-1 asked", "redis-2 asked", "redis-3 asked",
				"redis-4 asked", "refused", "refused told");
	}

	@Test
	void aVoteTookAsLongAsItsNodeHasMeasuredOrElseUntilItCame() {
		send();
		this.nodes.get(0).receiver.accept(NodeReply.DONE, 42_000);
		this.nodes.get(1).receiver.accept(NodeReply.DONE);
		List<NodeVote> votes = this.round.votes();
		assertThat(votes.get(0).latency()).isEqualTo(Duration.ofNanos(42_000));
		assertThat(votes.get(1).latency()).isPositive().isLessThanOrEqualTo(this.round.votes().get(2).latency());
	}

	@Test
	void nodesThatShareAClockWereAskedAtTheSameTimeForWhichTheyLookAtItOnce() {
		AtomicLong now = new AtomicLong(700);
		LongSupplier clock = now::incrementAndGet;
		LongSupplier other = () -> -5;
		send();
		assertThat(this.nodes.get(0).receiver.askedAt(clock)).isEqualTo(701);
		assertThat(this.nodes.get(1).receiver.askedAt(clock)).isEqualTo(701);
		assertThat(this.nodes.get(2).receiver.askedAt(other)).isEqualTo(-5);
		assertThat(this.nodes.get(3).receiver.askedAt(clock)).isGreaterThanOrEqualTo(701);
	}

	@Test
	void aQuorumThatAnswersAtOnceIsAVerdictToo() {
		this.nodes.forEach((node) -> node.atOnce = NodeReply.DONE);
		send();
		assertThat(this.events).endsWith("redis-4 asked", "reached", "reached told", "complete");
	}

	@Test
	void theVerdictIsToldOnceByTheNodeThatDecides() {
		send();
		this.events.clear();
		answer(NodeReply.DONE, 4, 2);
		answer(NodeReply.FOREIGN, 0, 1);
		assertThat(this.events).isEmpty();
		answer(NodeReply.DONE, 3);
		assertThat(this.events).containsExactly("reached", "reached told", "complete");
	}

	@Test
	void theRoundIsNotCompleteBeforeItsVerdictHasBeenTold() {
		send();
		this.events.clear();
		this.duringVerdict = () -> answer(NodeReply.DONE, 3, 4);
		answer(NodeReply.DONE, 0, 1, 2);
		assertThat(this.events).containsExactly("reached", "reached told", "complete");
	}

	@Test
	void aVerdictThatCanNotBeHandledDoesNotKeepTheRoundFromBecomingComplete() {
		send();
		this.events.clear();
		this.duringVerdict = () -> {
			throw new IllegalStateException("broken");
		};
		answer(NodeReply.DONE, 0, 1);
		assertThatIllegalStateException().isThrownBy(() -> answer(NodeReply.DONE, 2));
		answer(NodeReply.DONE, 3, 4);
		assertThat(this.events).containsExactly("reached", "complete");
	}

	@Test
	void aVerdictThatCanNotBeHandledDoesNotKeepTheSenderFromWhatItHasToDoNext() {
		this.nodes.forEach((node) -> node.atOnce = NodeReply.DONE);
		this.duringVerdict = () -> {
			throw new AssertionError("broken");
		};
		send();
		assertThat(this.events).endsWith("redis-4 asked", "reached", "complete");
	}

	@Test
	void aNodeThatAnswersMoreThanOnceHasOneVote() {
		send();
		this.events.clear();
		answer(NodeReply.DONE, 0, 0, 0);
		answer(NodeReply.FOREIGN, 0, 0, 0);
		assertThat(this.events).isEmpty();
		assertThat(this.round.reply(0)).isEqualTo(NodeReply.DONE);
	}

	@Test
	void aNodeThatThrowsHasFailed() {
		this.nodes.get(1).broken = true;
		send();
		assertThat(this.round.votes()).extracting(NodeVote::verdict)
			.containsExactly(Verdict.PENDING, Verdict.FAILED, Verdict.PENDING, Verdict.PENDING, Verdict.PENDING);
	}

	@Test
	void onlyTheRepliesThatAreMissingAreAbandoned() {
		send();
		answer(NodeReply.DONE, 0, 1, 2);
		this.events.clear();
		this.round.abandon();
		assertThat(this.events).containsExactly("redis-3 abandoned", "redis-4 abandoned");
	}

	@Test
	void aCallerReadsTheNodesThatHaveNotAnsweredUntilThatDecides() {
		List<PollingNode> nodes = List.of(new PollingNode("redis-0", 1), new PollingNode("redis-1", 3),
				new PollingNode("redis-2", 2), new PollingNode("redis-3", 3), new PollingNode("redis-4", 4));
		Round polled = new Round(List.copyOf(nodes), System::nanoTime, new Recording());
		polled.send((index) -> ACQUIRE);
		for (int i = 0; i < 5; i++) {
			polled.poll(0);
		}
		assertThat(nodes).extracting(PollingNode::takePolls).containsExactly(1, 3, 2, 2, 2);
		polled.handOver();
		assertThat(nodes).extracting(PollingNode::handedOver).containsExactly(0, 0, 0, 1, 1);
	}

	@Test
	void aCallerGoesOnReadingWithTheNodeThatTheVerdictLeftOut() {
		List<PollingNode> nodes = Stream.of("redis-0", "redis-1", "redis-2")
			.map((name) -> new PollingNode(name, 1))
			.toList();
		int next = 0;
		for (int[] polls : new int[][] { { 1, 1, 0 }, { 1, 0, 1 }, { 0, 1, 1 }, { 1, 1, 0 } }) {
			Round polled = new Round(List.copyOf(nodes), System::nanoTime, new Recording());
			polled.send((index) -> ACQUIRE);
			next = polled.poll(next);
			assertThat(nodes).extracting(PollingNode::takePolls).containsExactly(polls[0], polls[1], polls[2]);
		}
	}

	@Test
	void whereTheReadingBeginsMayBeLeftFromARoundOfMoreNodesOrFromAnOverflow() {
		PollingNode node = new PollingNode("redis-0", 5);
		Round polled = new Round(List.of(node), System::nanoTime, new Recording());
		polled.send((index) -> ACQUIRE);
		assertThat(polled.poll(4)).isZero();
		assertThat(polled.poll(-1)).isZero();
		assertThat(node.takePolls()).isEqualTo(2);
	}

	@Test
	void aCallerThatStaysAwakeHelpsTheFirstNodeThatWantsHelp() {
		List<PollingNode> nodes = List.of(new PollingNode("redis-0", 1), new PollingNode("redis-1", 1),
				new PollingNode("redis-2", 1));
		Round helped = new Round(List.copyOf(nodes), System::nanoTime, new Recording());
		helped.send((index) -> ACQUIRE);
		assertThat(helped.stayAwake()).as("nobody wants help").isSameAs(AwakeSender.NONE);
		nodes.get(1).wantHelp();
		nodes.get(2).wantHelp();
		AwakeSender help = helped.stayAwake();
		assertThat(nodes).extracting(PollingNode::awake).containsExactly(0, 1, 0);
		help.help();
		help.goToSleep();
		assertThat(nodes).extracting(PollingNode::helped).containsExactly(0, 1, 0);
		assertThat(nodes).extracting(PollingNode::awake).containsExactly(0, 0, 0);
	}

	@Test
	void sixtyFourNodesAreCountedToTheLast() {
		List<CallbackNode> many = new ArrayList<>();
		for (int i = 0; i < 64; i++) {
			many.add(new CallbackNode("redis-" + i));
			many.get(i).atOnce = (i % 2 == 0) ? NodeReply.DONE : NodeReply.FOREIGN;
		}
		new Round(List.copyOf(many), System::nanoTime, new Recording()).send((index) -> ACQUIRE);
		assertThat(this.events).endsWith("redis-63 asked", "refused", "refused told", "complete");
	}

	private void send() {
		this.round.send((index) -> ACQUIRE);
	}

	private void answer(NodeReply reply, int... nodes) {
		for (int node : nodes) {
			this.nodes.get(node).receiver.accept(reply);
		}
	}

	private final class Recording implements RoundListener {

		@Override
		public void onVerdict(Round round, boolean reached) {
			String verdict = reached ? "reached" : "refused";
			RoundTests.this.events.add(verdict);
			RoundTests.this.duringVerdict.run();
			RoundTests.this.events.add(verdict + " told");
		}

		@Override
		public void onComplete(Round round) {
			RoundTests.this.events.add("complete");
		}

	}

	private final class CallbackNode implements RedlockNode {

		private final String name;

		private NodeReply atOnce;

		private boolean broken;

		private NodeReplyReceiver receiver;

		CallbackNode(String name) {
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
		public PendingReply send(NodeCommand command, NodeReplyReceiver receiver) {
			RoundTests.this.events.add(this.name + " asked");
			if (this.broken) {
				throw new IllegalStateException("broken");
			}
			this.receiver = receiver;
			if (this.atOnce != null) {
				receiver.accept(this.atOnce);
			}
			return () -> RoundTests.this.events.add(this.name + " abandoned");
		}

		@Override
		public void close() {
		}

	}

}
