package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.util.ReflectionTestUtils;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Turns that nobody ends, as after a stack overflow that left no room for that. Here they
 * are made by what ends them being left out.
 */
@ExtendWith(OutputCaptureExtension.class)
class AbandonedTurnTests {

	private static final Duration LONGER_THAN_THE_GRACE = Duration.ofSeconds(34);

	private static final LockRequest PATIENT = Cluster.PATIENT.withAutoExtend(false);

	private final Cluster cluster = new Cluster(5);

	private final Engine engine = ((QuorumLease) this.cluster.acquire(LockRequest.of("another"))).holding().engine();

	@Test
	void theTurnOfACallerThatNeitherGaveUpNorAsksAnyMoreIsPassedOn(CapturedOutput output) {
		Terms terms = Terms.of(PATIENT, Cluster.defaults());
		new Turn(this.engine.queues(), terms.keys(), new Acquisition(this.engine, terms)).take(true);
		assertPassedOn(output);
	}

	@Test
	void theTurnOfALeaseThatHasEndedIsPassedOn(CapturedOutput output) {
		Lease lease = this.cluster.acquire(PATIENT);
		((QuorumLease) lease).holding().become(LeaseState.lost(LossReason.EXPIRED));
		this.cluster.time().advance(Cluster.TTL);
		assertPassedOn(output);
	}

	@Test
	void aTurnThatNobodyHasIsPassedOnAtOnceUnlessOthersComeFirst() {
		LocalQueue queue = new LocalQueue(new Turn(this.engine.queues(), List.of("a"), null));
		assertThat(queue.isOverdue()).isFalse();
		queue.next();
		assertThat(queue.isOverdue()).isTrue();
		assertThat(new LocalQueue(null).isOverdue()).as("others come first").isFalse();
	}

	@Test
	void whoIsNotWaitedForAnyMoreDoesNotTakeTheTurnOfAnotherByItsRelease() {
		Lease slow = this.cluster.acquire(PATIENT);
		this.engine.queues().leave(Cluster.KEY, ((QuorumLease) slow).holding().turn());
		CompletableFuture<Lease> second = this.cluster.start(PATIENT);
		CompletableFuture<Lease> third = this.cluster.start(PATIENT);
		slow.release();
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(second).isCompleted();
		assertThat(third).isNotDone();
	}

	@Test
	void aReleaseThatFailedInItsMidstIsBroughtToItsEndByTheNextOneForAllWhoWaitForIt() {
		Lease lease = this.cluster.acquire(PATIENT);
		Holding holding = ((QuorumLease) lease).holding();
		holding.become(LeaseState.RELEASED);
		ReleaseRound broken = new ReleaseRound(this.engine);
		ReflectionTestUtils.setField(broken, "broken", 1);
		ReflectionTestUtils.setField(holding, "release", broken);
		CompletableFuture<Lease> next = this.cluster.start(PATIENT);
		assertThat(broken.outcome()).isNotDone();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.UNCONFIRMED);
		assertThat(broken.outcome()).isCompletedWithValue(ReleaseOutcome.UNCONFIRMED);
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(next).isCompleted();
	}

	private void assertPassedOn(CapturedOutput output) {
		CompletableFuture<Lease> early = this.cluster.start(PATIENT);
		assertThat(early).isNotDone();
		this.cluster.time().advance(LONGER_THAN_THE_GRACE);
		assertThat(early).isCompletedExceptionally();
		CompletableFuture<Lease> next = this.cluster.start(PATIENT);
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(next).isCompleted();
		assertThat(output).containsOnlyOnce("is not waited for");
	}

}
