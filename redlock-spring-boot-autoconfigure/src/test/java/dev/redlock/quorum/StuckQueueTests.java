package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.util.ReflectionTestUtils;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockRequest;
import dev.redlock.RedlockListener;
import dev.redlock.node.NodeCommand.Acquire;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Releases that end amid the hand-over, as a stack overflow ends them, and what a caller
 * is told whose time ends while another one gets its lease.
 */
class StuckQueueTests {

	private static final Duration LONGER_THAN_THE_GRACE = Duration.ofSeconds(60);

	/**
	 * What ReleaseRound.send does until an error leaves no room for anything more.
	 */
	private static void releaseInPart(Lease lease) {
		Holding holding = ((QuorumLease) lease).holding();
		holding.become(LeaseState.RELEASED);
		holding.upkeep().stop();
		holding.turn().release(lease.token());
		holding.footprint().forget(0);
		holding.ended();
	}

	private static void assertGoesOn(Cluster cluster) {
		cluster.time().advance(LONGER_THAN_THE_GRACE);
		CompletableFuture<Lease> next = cluster.start(Cluster.PATIENT);
		cluster.time().advance(Duration.ofSeconds(1));
		assertThat(next).isCompleted();
	}

	@Test
	void aReleaseThatNobodySendsKeepsTheNextCallersNotForEver() {
		Cluster cluster = new Cluster(3);
		Lease first = cluster.acquire(Cluster.PATIENT);
		cluster.start(Cluster.PATIENT);
		releaseInPart(first);
		assertGoesOn(cluster);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aReleaseThatNobodyDecidesKeepsTheNextCallersNotForEver(boolean alone) {
		Cluster cluster = new Cluster(3);
		Lease lease = cluster.acquire(Cluster.PATIENT);
		for (int i = 0; i < 16; i++) {
			CompletableFuture<Lease> next = cluster.start(Cluster.PATIENT);
			lease.release();
			cluster.time().advance(Duration.ofMillis(1));
			lease = next.join();
		}
		CompletableFuture<Lease> next = cluster.start(Cluster.PATIENT);
		releaseInPart(lease);
		assertThat(next).isNotDone();
		if (alone) {
			next.cancel(true);
		}
		assertGoesOn(cluster);
	}

	@Test
	void whoLetsOthersInAfterAReleaseThatNobodyWaitedForDoesSoNotForEver() {
		Cluster cluster = new Cluster(3);
		Lease lease = cluster.acquire(Cluster.PATIENT);
		LocalQueue queue = LocalQueue.after(((QuorumLease) lease).holding().turn());
		lease.release();
		assertThat(queue.isOverdue()).isFalse();
		cluster.time().advance(LONGER_THAN_THE_GRACE);
		assertThat(queue.isOverdue()).isTrue();
	}

	@Test
	void aReleaseThatIsSentAfterAllBeginsNoTurnTwice() {
		Cluster cluster = new Cluster(3);
		Lease first = cluster.acquire(Cluster.PATIENT);
		cluster.start(Cluster.PATIENT);
		Holding holding = ((QuorumLease) first).holding();
		holding.become(LeaseState.RELEASED);
		Turnover turnover = holding.turn().release(first.token());
		holding.footprint().forget(0);
		cluster.time().advance(LONGER_THAN_THE_GRACE);
		cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		CompletableFuture<Lease> next = cluster.start(Cluster.PATIENT);
		cluster.time().advance(Duration.ofMillis(1));
		turnover.sent();
		cluster.time().advance(Duration.ofSeconds(1));
		assertThat(cluster.node(0).received().stream().filter(Acquire.class::isInstance)).as("of the two").hasSize(2);
		assertThat(next.join().isValid()).isTrue();
	}

	@Test
	void aReleaseThatIsDecidedAfterAllEndsNoWaitForThatOfAnother() {
		Cluster cluster = new Cluster(3);
		Lease first = cluster.acquire(Cluster.PATIENT);
		CompletableFuture<Lease> next = cluster.start(Cluster.PATIENT);
		Holding holding = ((QuorumLease) first).holding();
		LocalQueues queues = holding.engine().queues();
		LocalQueue queue = (LocalQueue) ((Map<?, ?>) ReflectionTestUtils.getField(queues, "queues")).get(Cluster.KEY);
		ReflectionTestUtils.setField(queue, "turns", (short) 16);
		holding.become(LeaseState.RELEASED);
		holding.turn().release(first.token());
		Turn earlier = new Turn(queues, List.of(Cluster.KEY), null);
		queues.released(Cluster.KEY, queue, earlier, new ReleaseRound(holding.engine()).round());
		cluster.time().advance(Duration.ofMillis(1));
		assertThat(next).isNotDone();
		assertThat(queue.isYielding()).isTrue();
	}

	@Test
	void aReleaseThatIsTriedAgainDoesNotLetAnybodyOvertakeThatOfAnother() {
		Cluster cluster = new Cluster(3);
		Lease first = cluster.acquire(Cluster.PATIENT);
		CompletableFuture<Lease> second = cluster.start(Cluster.PATIENT);
		CompletableFuture<Lease> third = cluster.start(Cluster.PATIENT);
		first.release();
		cluster.time().advance(Duration.ofMillis(1));
		Holding holding = ((QuorumLease) second.join()).holding();
		holding.become(LeaseState.RELEASED);
		Turnover turnover = holding.turn().release(second.join().token());
		int sent = cluster.node(0).received().size();
		// Its first try has failed when all was done, and left no trace.
		((QuorumLease) first).holding().turn().endAfterRelease();
		cluster.time().advance(Duration.ofMillis(1));
		assertThat(cluster.node(0).received()).as("before the release of the second").hasSize(sent);
		holding.footprint().forget(0);
		turnover.sent();
		cluster.time().advance(Duration.ofMillis(1));
		assertThat(third).isCompleted();
	}

	@Test
	void whoseTimeEndsWhileAnotherGetsItsLeaseIsToldThatTheLockIsHeld() {
		Cluster[] cluster = new Cluster[1];
		Duration wait = Duration.ofMillis(100);
		cluster[0] = new Cluster(3, Cluster.defaults(), Runnable::run, new RedlockListener() {

			@Override
			public LeaseEnd onHold(HoldEvent event) {
				cluster[0].time().advance(wait);
				return null;
			}

		});
		cluster[0].nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		CompletableFuture<Lease> first = cluster[0].start(Cluster.PATIENT);
		LockRequest impatient = Cluster.PATIENT.withWaitTime(wait);
		CompletableFuture<Lease> second = cluster[0].start(impatient);
		cluster[0].time().advance(Duration.ofSeconds(1));
		assertThat(first).isCompleted();
		assertThat(second).failsWithin(Duration.ZERO).withThrowableThat().withCauseInstanceOf(LockHeldException.class);
	}

}
