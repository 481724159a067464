package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.Lease;
import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeCommand.Acquire;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An error that a node throws against its contract, such as for want of a class or of
 * memory, costs the answer of that node and nothing else; nor does one of the timer cost
 * a lease.
 */
class ErrorTests {

	private final Cluster cluster = new Cluster(5);

	@Test
	void theOtherNodesGrantTheLock() {
		fail(0, 1);
		assertThat(this.cluster.start(Cluster.PATIENT)).isCompleted();
	}

	@Test
	void aReleaseCompletesAndTheNextGetsTheLock() {
		Lease first = this.cluster.acquire();
		CompletableFuture<Lease> next = this.cluster.start(Cluster.PATIENT);
		fail(0, 1);
		assertThat(first.releaseAsync().toCompletableFuture()).isCompletedWithValue(ReleaseOutcome.RELEASED);
		assertThat(next).isCompleted();
	}

	@Test
	void aLeaseThatCannotBeRenewedIsLostOnTime() {
		Lease lease = this.cluster.acquire(Cluster.ONE_ATTEMPT.withAutoExtend(true));
		fail(0, 3);
		this.cluster.time().advance(Cluster.FULL_VALIDITY.minusNanos(1));
		assertThat(lease.isValid()).isTrue();
		this.cluster.time().advance(Duration.ofNanos(1));
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
	}

	@ParameterizedTest
	@CsvSource({ "0, 1", "1, 1", "1, 3" })
	void aRenewalIsTriedAgain(int tasks, int failures) {
		FailingTimer timer = new FailingTimer(this.cluster.time());
		Lease lease = redlock(timer).acquireAsync(Cluster.ONE_ATTEMPT.withAutoExtend(true)).join();
		timer.failAfter(tasks, failures);
		this.cluster.time().advance(Cluster.TTL.multipliedBy(3));
		assertThat(timer.hasFailed()).isTrue();
		assertThat(lease.isValid()).isTrue();
	}

	@Test
	void whoFindsAnExtensionUnderWayNoticesTheEndAllTheSame() {
		FailingTimer timer = new FailingTimer(this.cluster.time());
		Lease lease = redlock(timer).acquireAsync(Cluster.ONE_ATTEMPT.withAutoExtend(true)).join();
		CompletableFuture<LossReason> lost = lease.lost().toCompletableFuture();
		this.cluster.nodes().forEach((node) -> node.become(Behaviour.SILENT));
		timer.failAfter(0);
		for (int i = 0; i < 200 && !timer.hasFailed(); i++) {
			((QuorumLease) lease).holding().extensions().extend(Cluster.TTL.toNanos());
			this.cluster.time().advance(ScriptedNode.NODE_TIMEOUT.dividedBy(2));
		}
		this.cluster.time().advance(Cluster.FULL_VALIDITY);
		assertThat(timer.hasFailed()).isTrue();
		assertThat(lost).isCompletedWithValue(LossReason.EXPIRED);
	}

	@Test
	void aNodeThatCannotBeHealedKeepsNoOtherFromIt() {
		Lease lease = this.cluster.acquire();
		this.cluster.server(0).forgetAll();
		this.cluster.server(1).forgetAll();
		this.cluster.nodes(2, 5).forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		((QuorumLease) lease).holding().extensions().extend(Cluster.TTL.toNanos());
		fail(0, 1);
		this.cluster.time().advance(Duration.ofMillis(10));
		assertThat(this.cluster.server(1).get(Cluster.KEY)).isEqualTo(lease.token());
	}

	@Test
	void whoCannotWatchTheLockAsksForItAgain() {
		this.cluster.holdByAnother(0, 5);
		fail(0, 2);
		CompletableFuture<Lease> waiting = this.cluster.start(Cluster.PATIENT);
		this.cluster.time().advance(Duration.ofMillis(500));
		assertThat(this.cluster.node(4).received(Acquire.class)).hasSizeGreaterThan(2);
		this.cluster.nodes().forEach((node) -> node.server().delete(Cluster.KEY));
		this.cluster.time().advance(Duration.ofMillis(200));
		assertThat(waiting).isCompleted();
	}

	@Test
	void whoCannotAskTheNodesKeepsNoOtherFromIt() {
		FailingClock clock = new FailingClock(this.cluster.time());
		QuorumRedlock redlock = new QuorumRedlock(this.cluster.nodes(), Cluster.defaults(), clock, this.cluster.time(),
				Runnable::run, List.of());
		clock.failIn(Round.class, "send");
		assertThat(redlock.acquireAsync(Cluster.PATIENT)).isCompletedExceptionally();
		clock.recover();
		assertThat(redlock.acquireAsync(Cluster.PATIENT)).isCompleted();
	}

	@Test
	void whoWaitsIsToldWhenThereIsAThreadAgain() {
		AtomicInteger failures = new AtomicInteger(1);
		Cluster cluster = new Cluster(5, Cluster.defaults(), (task) -> {
			if (failures.getAndDecrement() > 0) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			task.run();
		});
		CompletableFuture<Lease> result = cluster.start(Cluster.ONE_ATTEMPT);
		assertThat(result).isNotDone();
		cluster.time().advance(Duration.ofSeconds(1));
		assertThat(result).isCompleted();
	}

	@Test
	void aReleaseWhoseVerdictCannotBeToldLetsTheNextIn() {
		this.cluster.holdByAnother(0, 5);
		FailingClock clock = new FailingClock(this.cluster.time());
		QuorumRedlock redlock = new QuorumRedlock(this.cluster.nodes(), Cluster.defaults(), clock, this.cluster.time(),
				Runnable::run, List.of());
		CompletableFuture<Lease> first = redlock.acquireAsync(Cluster.PATIENT);
		this.cluster.nodes().forEach((node) -> node.server().delete(Cluster.KEY));
		this.cluster.time().advance(Duration.ofMillis(500));
		clock.failIn(Engine.class, "decided");
		first.join().releaseAsync();
		clock.recover();
		assertThat(redlock.acquireAsync(Cluster.PATIENT)).isCompleted();
	}

	private QuorumRedlock redlock(Timer timer) {
		return new QuorumRedlock(this.cluster.nodes(), Cluster.defaults(), this.cluster.time(), timer, Runnable::run,
				List.of());
	}

	private void fail(int from, int to) {
		this.cluster.nodes(from, to).forEach((node) -> node.become(Behaviour.THROWING_ERRORS));
	}

}
