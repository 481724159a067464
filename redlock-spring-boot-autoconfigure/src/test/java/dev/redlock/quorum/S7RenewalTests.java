package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.RedlockListener;
import dev.redlock.node.NodeCommand.Extend;

import static org.assertj.core.api.Assertions.assertThat;

class S7RenewalTests {

	private static final Duration PERIOD = Cluster.TTL.dividedBy(3);

	private static final LockRequest RENEWED = Cluster.ONE_ATTEMPT.withAutoExtend(true);

	private final Cluster cluster = new Cluster(5);

	private Lease lease;

	@BeforeEach
	void acquireRenewed() {
		this.lease = this.cluster.acquire(RENEWED);
	}

	private int renewals() {
		return this.cluster.node(0).received(Extend.class).size();
	}

	private void expectNoMoreRenewals() {
		int before = renewals();
		this.cluster.time().advance(Cluster.TTL.multipliedBy(3));
		assertThat(renewals()).isEqualTo(before);
		assertThat(this.cluster.time().waitingTasks()).isZero();
	}

	@Test
	void aLeaseIsRenewedAtTheLatestEachThirdOfItsTtl() {
		for (int i = 1; i <= 30; i++) {
			this.cluster.time().advance(PERIOD);
			assertThat(renewals()).isGreaterThanOrEqualTo(i);
			assertThat(this.lease.isValid()).isTrue();
			assertThat(this.lease.remainingValidity())
				.isGreaterThan(Cluster.FULL_VALIDITY.minus(PERIOD).minusMillis(1));
		}
		assertThat(this.lease.extensions()).isEqualTo(renewals()).isBetween(30, 38);
	}

	@Test
	void aRenewalIsNotMuchTooEarly() {
		this.cluster.time().advance(PERIOD.multipliedBy(4).dividedBy(5).minusMillis(1));
		assertThat(renewals()).isZero();
	}

	@Test
	void oneTaskWaitsPerLease() {
		assertThat(this.cluster.time().waitingTasks()).isEqualTo(1);
		for (int i = 0; i < 50; i++) {
			this.cluster.time().advance(Duration.ofSeconds(1));
			assertThat(this.lease.extend(Cluster.TTL)).isTrue();
			assertThat(this.cluster.time().waitingTasks()).isEqualTo(1);
		}
	}

	@Test
	void aRenewalRunsOnTheThreadOfTheTimerAndStartsNone() throws Exception {
		Set<Thread> renewing = ConcurrentHashMap.newKeySet();
		Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, new RedlockListener() {

			@Override
			public void onExtend(ExtendEvent event) {
				renewing.add(Thread.currentThread());
			}

		});
		List<Lease> leases = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			leases.add(cluster.acquire(RENEWED.withResources(List.of("order:" + i + "0"))));
		}
		// Who lets the time pass is the timer.
		Thread timer = new Thread(() -> cluster.time().advance(Duration.ofMinutes(1)), "timer");
		timer.start();
		timer.join();
		assertThat(leases).allMatch(Lease::isValid);
		assertThat(renewing).containsExactly(timer);
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = { "ANSWERING", "QUARANTINED", "FAILING_AFTER_DOING" })
	void aRenewalWithoutAQuorumIsTriedAgainWhileValidityIsLeft(Behaviour behaviour) {
		this.cluster.nodes(0, 3).forEach((node) -> node.become(behaviour));
		this.cluster.time().advance(Duration.ofSeconds(8));
		assertThat(this.lease.isValid()).isTrue();
		assertThat(this.lease.remainingValidity()).isEqualTo(Cluster.FULL_VALIDITY.minusSeconds(8));
		assertThat(this.cluster.node(4).received(Extend.class)).hasSizeBetween(15, 300);
		this.cluster.nodes().forEach(ScriptedNode::answers);
		this.cluster.time().advance(Duration.ofSeconds(30));
		assertThat(this.lease.isValid()).isTrue();
		assertThat(this.lease.extensions()).isGreaterThanOrEqualTo(9);
	}

	@Test
	void aRenewalThatIsTriedAgainBacksOff() {
		this.cluster.nodes().forEach((node) -> node.become(Behaviour.UNREACHABLE));
		this.cluster.time().advance(Cluster.TTL);
		// 7 seconds with pauses of 20 to 200 ms.
		assertThat(renewals()).isBetween(35, 120);
		assertThat(this.lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
		expectNoMoreRenewals();
	}

	@Test
	void renewalsInQuarantineGoOnSinceTheyAreNoVotes() {
		this.cluster.nodes().forEach((node) -> node.become(Behaviour.QUARANTINED));
		this.cluster.time().advance(Duration.ofMinutes(1));
		assertThat(this.lease.isValid()).isTrue();
	}

	@Test
	void renewalEndsWithTheRelease() {
		this.cluster.time().advance(PERIOD);
		this.lease.release();
		expectNoMoreRenewals();
	}

	@Test
	void aReleaseDuringARenewalEndsIt() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(20), Duration.ofMillis(20)));
		while (renewals() == 0) {
			this.cluster.time().advance(Duration.ofMillis(10));
		}
		this.lease.releaseAsync();
		this.cluster.time().advance(Duration.ofMillis(100));
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
		expectNoMoreRenewals();
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void renewalEndsWhenAQuorumSaysNotYours() {
		for (int i = 0; i < 3; i++) {
			this.cluster.server(i).put(Cluster.KEY, "another owner", Cluster.TTL);
		}
		this.cluster.time().advance(PERIOD);
		assertThat(this.lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.TAKEN);
		assertThat(renewals()).isEqualTo(1);
		expectNoMoreRenewals();
	}

	@Test
	void renewalEndsWithTheValidity() {
		this.cluster.time().jump(Cluster.TTL);
		this.cluster.time().advance(Duration.ofNanos(1));
		assertThat(this.lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
		assertThat(renewals()).isZero();
		expectNoMoreRenewals();
	}

	@Test
	void aRenewalUnderWayDoesNotDelayTheLoss() {
		Lease brief = this.cluster.acquire(RENEWED.withResources(List.of("brief")).withTtl(Duration.ofMillis(60)));
		this.cluster.nodes().forEach((node) -> node.become(Behaviour.SILENT));
		// 60 ms less 1% and 2 ms.
		this.cluster.time().advance(Duration.ofNanos(57_400_000));
		assertThat(this.cluster.node(0).received(Extend.class)).hasSize(1);
		assertThat(brief.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
	}

	@Test
	void renewalEndsWithTheClose() {
		this.cluster.redlock().close();
		expectNoMoreRenewals();
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void anAcquireThatWasCancelledIsNotRenewed() {
		this.lease.release();
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(10), Duration.ofMillis(10)));
		CompletableFuture<Lease> future = this.cluster.start(RENEWED.withWaitTime(Duration.ofSeconds(1)));
		this.cluster.time().advance(Duration.ofMillis(15));
		future.cancel(true);
		this.cluster.time().advance(Duration.ofMillis(100));
		expectNoMoreRenewals();
		assertThat(renewals()).isZero();
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void aLockThatCameOnARetryIsRenewedToo() {
		this.lease.release();
		this.cluster.holdByAnother(0, 5);
		CompletableFuture<Lease> future = this.cluster.start(RENEWED.withWaitTime(Duration.ofSeconds(3)));
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(future).isNotDone();
		for (int i = 0; i < 5; i++) {
			this.cluster.server(i).delete(Cluster.KEY);
		}
		this.cluster.time().advance(Duration.ofMinutes(1));
		assertThat(future.join().isValid()).isTrue();
	}

	@Test
	void aRenewalLeavesALeaseThatWasExtendedForLongerAsItIs() {
		assertThat(this.lease.extend(Cluster.TTL.multipliedBy(6))).isTrue();
		this.cluster.time().advance(Cluster.TTL.multipliedBy(5));
		assertThat(this.lease.remainingValidity()).isGreaterThan(Cluster.TTL.dividedBy(2));
		assertThat(this.lease.extensions()).isEqualTo(1);
		this.cluster.time().advance(Cluster.TTL.multipliedBy(2));
		assertThat(this.lease.isValid()).isTrue();
		assertThat(this.lease.extensions()).isGreaterThan(1);
	}

	@Test
	void aRenewalDoesNotCutShortAnExtensionThatIsUnderWay() {
		Holding holding = ((QuorumLease) this.lease).holding();
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		holding.extensions().extend(Cluster.TTL.multipliedBy(6).toNanos());
		holding.upkeep().run();
		this.cluster.time().advance(Duration.ofMillis(20));
		assertThat(this.lease.remainingValidity()).isGreaterThan(Cluster.TTL.multipliedBy(5));
		assertThat(this.lease.extensions()).isEqualTo(1);
	}

	@Test
	void aRenewalThatFailsLateDoesNotCutShortAnExtensionThatWasGrantedMeanwhile() {
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		this.cluster.node(4).become(Behaviour.SILENT);
		((QuorumLease) this.lease).holding().upkeep().run();
		this.cluster.nodes(0, 3).forEach(ScriptedNode::answers);
		assertThat(this.lease.extend(Cluster.TTL.multipliedBy(6))).isTrue();
		this.cluster.time().advance(ScriptedNode.NODE_TIMEOUT.multipliedBy(3));
		assertThat(this.lease.remainingValidity()).isGreaterThan(Cluster.TTL.multipliedBy(5));
		assertThat(this.lease.extensions()).isEqualTo(1);
	}

	@Test
	void renewalsOfLeasesOfOneMomentAreSpread() {
		List<Lease> leases = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			leases.add(this.cluster.acquire(RENEWED.withResources(List.of("order:" + i + "0"))));
		}
		this.cluster.time().advance(PERIOD.multipliedBy(9).dividedBy(10));
		assertThat(renewals()).isBetween(25, 76);
		assertThat(leases).allMatch(Lease::isValid);
	}

}
