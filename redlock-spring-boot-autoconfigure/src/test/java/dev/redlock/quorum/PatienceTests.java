package dev.redlock.quorum;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.RedlockNode;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class PatienceTests {

	private static final NodeCommand COMMAND = new Acquire(List.of("order:42"), "token", 10_000, false);

	private static final int NEVER = Integer.MAX_VALUE;

	private final Patience patience = new Patience();

	private final PollingNode node = new PollingNode("redis-0", 3);

	private long now;

	@Test
	void whoeverWaitsStopsAsSoonAsThereIsAResult() {
		Looks answered = new Looks(3);
		this.patience.beforeSleep(answered, round());
		assertThat(answered.count).isEqualTo(4);
		assertThat(this.node.handedOver()).isZero();
	}

	@Test
	void whoeverGetsNoResultGoesToSleepSoonAndLeavesTheReadingToTheNodes() {
		Looks silent = new Looks(NEVER);
		this.patience.beforeSleep(silent, round());
		assertThat(silent.count).isBetween(2, 100);
		assertThat(this.node.handedOver()).isOne();
	}

	@Test
	void whoeverWaitsHelpsTheNodesOnceOthersHaveRunUntilItSleeps() {
		this.node.wantHelp();
		List<Integer> helped = new ArrayList<>();
		this.patience.beforeSleep(new Looks(NEVER) {

			@Override
			public boolean isDone() {
				helped.add(PatienceTests.this.node.helped());
				return super.isDone();
			}

		}, round());
		assertThat(helped).as("before each yield but the first one").startsWith(0, 0, 1);
		assertThat(this.node.awake()).isZero();
	}

	@Test
	void whoeverGetsTheResultHelpsNoLonger() {
		this.node.wantHelp();
		this.patience.beforeSleep(new Looks(3), round());
		assertThat(this.node.helped()).isOne();
		assertThat(this.node.awake()).isZero();
	}

	@Test
	void aCallerWhoReadsItselfHelpsNobodyElse() {
		comeAlone();
		this.node.wantHelp();
		assertThat(waitAndCountPolls()).isEqualTo(3);
		assertThat(this.node.helped()).isZero();
	}

	@Test
	void aCallerWhoCameAloneForSomeTimeReadsItself() {
		comeAlone();
		assertThat(this.node.takePolls()).isZero();
		assertThat(waitAndCountPolls()).isEqualTo(3);
		assertThat(waitAndCountPolls()).isEqualTo(3);
		assertThat(this.node.handedOver()).as("while alone").isEqualTo(Patience.ALONE_FROM);
	}

	@Test
	void aCallerDoesNotReadItselfAfterAnotherOneWaited() throws Exception {
		comeAlone();
		Thread other = new Thread(() -> this.patience.beforeSleep(new Looks(3), round()));
		other.start();
		other.join();
		assertThat(waitAndCountPolls()).isZero();
		comeAlone();
		assertThat(waitAndCountPolls()).isEqualTo(3);
	}

	@Test
	void aCallerWhoComesAgainLaterDoesNotReadItself() {
		comeAlone();
		this.now += Patience.SOON_NANOS;
		assertThat(waitAndCountPolls()).isZero();
	}

	@Test
	void aCallerWhoComesLateNowAndThenGoesOnReadingItself() {
		for (int i = 0; i < 10; i++) {
			comeAloneForLong();
			this.now += Patience.SOON_NANOS;
			assertThat(waitAndCountPolls()).isEqualTo(3);
		}
	}

	@Test
	void aCallerWhoReadsInVainNowAndThenGoesOnReadingItself() {
		for (int i = 0; i < 10; i++) {
			comeAloneForLong();
			this.node.answersAfter(NEVER);
			assertThat(waitAndCountPolls()).isEqualTo(Patience.POLLS);
			this.node.answersAfter(3);
			assertThat(waitAndCountPolls()).isEqualTo(3);
		}
	}

	@Test
	void aCallerWhoComesLateFromNowOnSoonDoesNotReadItselfHoweverLongItWasAlone() {
		comeAloneForLong();
		comeAloneForLong();
		for (int i = 0; i < 4; i++) {
			this.now += Patience.SOON_NANOS;
			waitAndCountPolls();
		}
		this.now += Patience.SOON_NANOS;
		assertThat(waitAndCountPolls()).isZero();
		for (int i = 0; i < Patience.ALONE_FROM - 1; i++) {
			assertThat(waitAndCountPolls()).isZero();
		}
		assertThat(waitAndCountPolls()).as("after it came soon for some time").isEqualTo(3);
	}

	@Test
	void whoeverReadsItselfReadsAllNodesInTurn() {
		comeAlone();
		List<PollingNode> nodes = Stream.of("redis-0", "redis-1", "redis-2")
			.map((name) -> new PollingNode(name, 1))
			.toList();
		for (int i = 0; i < 30; i++) {
			CompletableFuture<String> result = new CompletableFuture<>();
			this.patience.beforeSleep(result, round(List.copyOf(nodes), result));
		}
		assertThat(nodes).extracting(PollingNode::takePolls).containsExactly(20, 20, 20);
	}

	@Test
	void aCallerWhoReadsInVainLeavesItToTheNodesForSomeTime() {
		comeAlone();
		int handedOver = this.node.handedOver();
		this.node.answersAfter(NEVER);
		assertThat(waitAndCountPolls()).isEqualTo(Patience.POLLS);
		assertThat(this.node.handedOver()).isEqualTo(handedOver + 1);
		this.node.answersAfter(3);
		assertThat(waitAndCountPolls()).isZero();
	}

	@Test
	@EnabledForJreRange(minVersion = 21)
	void aVirtualThreadGoesToSleepAtOnce() throws Exception {
		Looks silent = new Looks(NEVER);
		// Compiled for 17, where they do not exist yet.
		Thread thread = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class)
			.invoke(null, (Runnable) () -> this.patience.beforeSleep(silent, round()));
		thread.join();
		assertThat(silent.count).as("only before it leaves the reading to the nodes").isOne();
		assertThat(this.node.handedOver()).isOne();
	}

	/**
	 * Waits as often as it takes to be taken for alone the next time.
	 */
	private void comeAlone() {
		for (int i = 0; i < Patience.ALONE_FROM; i++) {
			this.patience.beforeSleep(new Looks(NEVER), round());
		}
	}

	/**
	 * Waits and reads so often that once more speaks no more for the caller.
	 */
	private void comeAloneForLong() {
		for (int i = 0; i < Patience.ALONE_FROM + Patience.ALONE_UP_TO; i++) {
			waitAndCountPolls();
		}
	}

	private int waitAndCountPolls() {
		CompletableFuture<String> result = new CompletableFuture<>();
		this.patience.beforeSleep(result, round(result));
		return this.node.takePolls();
	}

	private Round round() {
		return round(new CompletableFuture<>());
	}

	private Round round(CompletableFuture<String> result) {
		return round(List.of(this.node), result);
	}

	private Round round(List<RedlockNode> nodes, CompletableFuture<String> result) {
		Round round = new Round(nodes, () -> this.now, (decided, reached) -> result.complete("done"));
		round.send((index) -> COMMAND);
		return round;
	}

	/**
	 * A result that is there when it is looked for often enough.
	 */
	private static class Looks extends CompletableFuture<String> {

		private final int needed;

		private int count;

		Looks(int needed) {
			this.needed = needed;
		}

		@Override
		public boolean isDone() {
			return ++this.count >= this.needed;
		}

	}

}
