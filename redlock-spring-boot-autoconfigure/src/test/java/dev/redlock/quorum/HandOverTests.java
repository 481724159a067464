package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.Lease;
import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How a lock goes from one caller of a process to the next.
 */
class HandOverTests {

	private final Cluster cluster = new Cluster(5);

	@Test
	void theNextAcquireFollowsTheReleaseOnEveryNode() {
		Lease first = this.cluster.acquire();
		CompletableFuture<Lease> second = this.cluster.start(Cluster.PATIENT);
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(3), Duration.ofMillis(4)));
		first.releaseAsync();
		assertThat(this.cluster.nodes()).allSatisfy((node) -> {
			List<NodeCommand> commands = node.received();
			assertThat(commands).hasSize(3);
			assertThat(commands.get(1)).isInstanceOf(Release.class);
			assertThat(commands.get(2)).isInstanceOf(Acquire.class);
		});
		// As long as an acquire of a free lock needs.
		this.cluster.time().advance(Duration.ofMillis(7));
		assertThat(second).isCompleted();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(second.join().token());
	}

	@Test
	void aReleaseIsAnnouncedOnlyIfNobodyOfThisProcessFollows() {
		Lease first = this.cluster.acquire();
		CompletableFuture<Lease> second = this.cluster.start(Cluster.PATIENT);
		first.release();
		second.join().release();
		assertThat(this.cluster.nodes())
			.allSatisfy((node) -> assertThat(node.received(Release.class)).extracting(Release::announced)
				.containsExactly(false, true));
	}

	@Test
	void theReleaseOfALeaseThatOneAttemptGotPastTheQueueIsAnnounced() {
		this.cluster.holdByAnother(0, 5);
		this.cluster.start(Cluster.PATIENT);
		this.cluster.time().advance(Duration.ofMillis(1));
		this.cluster.nodes().forEach((node) -> node.server().delete(Cluster.KEY));
		Lease lease = this.cluster.acquire();
		lease.releaseAsync();
		assertThat(this.cluster.node(0).received(Release.class)).filteredOn(Release::announced)
			.extracting(Release::token)
			.containsExactly(lease.token());
	}

	@Test
	void aLeaseThatExpiresIsFollowedWhenItsKeysAreGone() {
		Lease lost = this.cluster.acquire(Cluster.ONE_ATTEMPT.withTtl(Duration.ofSeconds(1)));
		CompletableFuture<Lease> next = this.cluster.start(Cluster.PATIENT);
		this.cluster.time().advance(Duration.ofMillis(988));
		assertThat(lost.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
		this.cluster.time().passUntilDone(next).join();
		assertThat(this.cluster.time().elapsed()).isBetween(Duration.ofSeconds(1), Duration.ofMillis(1002));
	}

	@Test
	void aLeaseThatIsTakenAwayIsFollowedByTheNextWhoAsks() {
		Lease lost = this.cluster.acquire();
		CompletableFuture<Lease> next = this.cluster.start(Cluster.PATIENT);
		this.cluster.holdByAnother(0, 5);
		assertThat(lost.extend(Cluster.TTL)).isFalse();
		this.cluster.time().advance(Duration.ofMillis(100));
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSizeGreaterThan(1);
		this.cluster.nodes().forEach((node) -> node.server().delete(Cluster.KEY));
		this.cluster.time().advance(Duration.ofMillis(200));
		assertThat(next).isCompleted();
	}

	@Test
	void theReleaseOfALeaseThatWasLostDoesNotDisturbTheNext() {
		Lease lost = this.cluster.acquire(Cluster.ONE_ATTEMPT.withTtl(Duration.ofSeconds(1)));
		CompletableFuture<Lease> second = this.cluster.start(Cluster.PATIENT);
		CompletableFuture<Lease> third = this.cluster.start(Cluster.PATIENT);
		this.cluster.time().passUntilDone(second);
		assertThat(lost.release()).isEqualTo(ReleaseOutcome.TAKEN);
		this.cluster.time().advance(Duration.ofMillis(500));
		assertThat(second.join().isValid()).isTrue();
		assertThat(third).isNotDone();
		second.join().release();
		assertThat(third).isCompleted();
	}

	@ParameterizedTest
	@EnumSource(names = { "SILENT", "PAUSED", "UNREACHABLE", "BREAKING_BEFORE_THE_SERVER", "BREAKING_AFTER_THE_SERVER",
			"FAILING", "FAILING_AFTER_DOING", "THROWING", "THROWING_ERRORS" })
	void aReleaseThatIsLostCostsTheNextNoMoreThanARetryDelay(Behaviour behaviour) {
		Lease first = this.cluster.acquire();
		CompletableFuture<Lease> next = this.cluster.start(Cluster.PATIENT);
		this.cluster.nodes(0, 3).forEach((node) -> node.become(behaviour));
		first.releaseAsync();
		this.cluster.time().advance(Duration.ofMillis(500));
		assertThat(next).isNotDone();
		this.cluster.nodes(0, 3).forEach((node) -> {
			node.become(Behaviour.UNREACHABLE);
			node.answers();
			// What a node that only throws or refuses was asked to release stays there.
			node.server().delete(Cluster.KEY);
		});
		this.cluster.time().advance(Duration.ofMillis(200));
		assertThat(next).isCompleted();
	}

	@Test
	void aMinorityOfNodesThatIsLostDelaysNobody() {
		Lease first = this.cluster.acquire();
		CompletableFuture<Lease> next = this.cluster.start(Cluster.PATIENT);
		this.cluster.node(0).become(Behaviour.PAUSED);
		this.cluster.node(1).become(Behaviour.UNREACHABLE);
		first.releaseAsync();
		assertThat(next).isCompleted();
	}

	@Test
	void closingTheProcessEndsAllThatWaitAndReleasesTheLease() {
		Lease first = this.cluster.acquire();
		List<CompletableFuture<Lease>> waiters = Stream.generate(() -> this.cluster.start(Cluster.PATIENT))
			.limit(20)
			.toList();
		this.cluster.redlock().close();
		assertThat(waiters).allMatch(CompletableFuture::isCompletedExceptionally);
		assertThat(first.isValid()).isFalse();
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(1);
		assertThat(this.cluster.time().waitingTasks()).isZero();
		this.cluster.redlock().reopen();
		assertThat(this.cluster.start(Cluster.PATIENT)).isCompleted();
	}

	@Test
	void aLeaseThatCannotBeWatchedOverIsFollowedByTheNext() {
		RejectingTimer timer = new RejectingTimer(this.cluster.time());
		QuorumRedlock redlock = redlock(timer);
		Lease first = redlock.acquireAsync(Cluster.PATIENT).join();
		CompletableFuture<Lease> second = redlock.acquireAsync(Cluster.PATIENT);
		CompletableFuture<Lease> third = redlock.acquireAsync(Cluster.PATIENT);
		timer.failures = 1;
		first.releaseAsync();
		this.cluster.time().advance(Duration.ZERO);
		assertThat(second).isCompletedExceptionally();
		this.cluster.time().advance(Duration.ofMillis(200));
		assertThat(third).isCompleted();
		assertThat(this.cluster.values(Cluster.KEY)).containsOnly(third.join().token());
	}

	@Test
	void aTimerThatWasShutDownDoesNotKeepAReleaseFromEnding() {
		RejectingTimer timer = new RejectingTimer(this.cluster.time());
		Lease lease = redlock(timer).acquireAsync(Cluster.PATIENT).join();
		this.cluster.anotherClient().start(Cluster.PATIENT);
		this.cluster.time().advance(Duration.ofMillis(1));
		timer.failures = Integer.MAX_VALUE;
		assertThat(lease.releaseAsync().toCompletableFuture()).isCompletedWithValue(ReleaseOutcome.RELEASED);
	}

	private QuorumRedlock redlock(RejectingTimer timer) {
		return new QuorumRedlock(this.cluster.nodes(), Cluster.defaults(), this.cluster.time(), timer, Runnable::run,
				List.of());
	}

	/**
	 * A timer that takes no task for a while.
	 */
	private static final class RejectingTimer implements Timer {

		private final VirtualTime time;

		private int failures;

		RejectingTimer(VirtualTime time) {
			this.time = time;
		}

		@Override
		public Timeout after(long delayNanos, Runnable task) {
			if (this.failures > 0) {
				this.failures--;
				throw new RejectedExecutionException("shut down");
			}
			return this.time.after(delayNanos, task);
		}

	}

}
