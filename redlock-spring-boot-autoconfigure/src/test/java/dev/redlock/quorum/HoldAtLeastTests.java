package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HoldAtLeastTests {

	private static final Duration HOLD = Duration.ofSeconds(4);

	private static final LockRequest REQUEST = Cluster.ONE_ATTEMPT.withHoldAtLeast(HOLD);

	private final Cluster cluster = new Cluster(5);

	@Test
	void aReleaseBeforeThatTimeKeepsOthersOutUntilThen() {
		Lease lease = this.cluster.acquire(REQUEST);
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(lease.isValid()).isFalse();
		for (int i = 0; i < 5; i++) {
			assertThat(this.cluster.server(i).ttl(Cluster.KEY)).isEqualTo(HOLD.minusSeconds(1));
		}
		this.cluster.failure(Cluster.ONE_ATTEMPT);
		this.cluster.anotherClient().failure(Cluster.ONE_ATTEMPT);
		this.cluster.time().advance(HOLD.minusSeconds(1));
		this.cluster.anotherClient().acquire().release();
	}

	@Test
	void aLeaseOnItsWayToACancelledFutureKeepsNobodyOut() {
		Deque<Runnable> callbacks = new ArrayDeque<>();
		Cluster cluster = new Cluster(5, Cluster.defaults(), callbacks::add);
		CompletableFuture<Lease> future = cluster.start(REQUEST);
		assertThat(cluster.values(Cluster.KEY)).hasSize(5);
		assertThat(future.cancel(true)).isTrue();
		callbacks.remove().run();
		assertThat(cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void aPartOfAMillisecondIsKeptAsAWholeOne() {
		Lease lease = this.cluster.acquire(REQUEST);
		this.cluster.time().advance(Duration.ofSeconds(1).plusNanos(1));
		lease.release();
		assertThat(this.cluster.server(0).ttl(Cluster.KEY)).isEqualTo(HOLD.minusSeconds(1));
		this.cluster.time().advance(HOLD.minusSeconds(1));
		Lease last = this.cluster.anotherClient().acquire(REQUEST);
		this.cluster.time().advance(HOLD.minusNanos(1));
		last.release();
		assertThat(this.cluster.values(Cluster.KEY)).isNotEmpty();
	}

	@Test
	void aReleaseAfterThatTimeFreesTheLockAtOnce() {
		Lease lease = this.cluster.acquire(REQUEST);
		this.cluster.time().advance(HOLD);
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void aWaiterGetsTheLockWhenThatTimeIsOver() {
		Lease lease = this.cluster.acquire(REQUEST);
		lease.release();
		Lease next = this.cluster.acquire(Cluster.ONE_ATTEMPT.withWaitTime(Duration.ofSeconds(8)));
		assertThat(next.isValid()).isTrue();
		assertThat(this.cluster.time().elapsed()).isBetween(HOLD, HOLD.plusMillis(5));
	}

	@Test
	void aLeaseThatWasExtendedIsShortenedToo() {
		Lease lease = this.cluster.acquire(REQUEST);
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(lease.extend(Cluster.TTL)).isTrue();
		lease.release();
		assertThat(this.cluster.server(0).ttl(Cluster.KEY)).isEqualTo(HOLD.minusSeconds(1));
	}

	@Test
	void aReleaseDuringARenewalKeepsOthersOutUntilThen() {
		Cluster cluster = new Cluster(5);
		Lease lease = cluster.acquire(REQUEST.withAutoExtend(true));
		cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		while (cluster.node(0).received(Extend.class).isEmpty()) {
			cluster.time().advance(Duration.ofMillis(1));
		}
		lease.releaseAsync();
		cluster.time().advance(HOLD.minus(cluster.time().elapsed()).minusMillis(1));
		assertThat(cluster.values(Cluster.KEY)).hasSize(5);
		cluster.time().advance(Duration.ofMillis(20));
		assertThat(cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void anExtensionThatMeetsTheReleaseAndIsNotConfirmedKeepsNobodyOutForLonger() {
		Lease lease = this.cluster.acquire(REQUEST);
		this.cluster.time().advance(Duration.ofSeconds(1));
		this.cluster.nodes(2, 5).forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(60)));
		this.cluster.node(0).beforeNext(lease::releaseAsync);
		((QuorumLease) lease).holding().extensions().extend(Cluster.TTL.toNanos());
		this.cluster.time().advance(Duration.ofMillis(200));
		for (int i = 0; i < 5; i++) {
			assertThat(this.cluster.server(i).ttl(Cluster.KEY)).isLessThan(HOLD);
		}
	}

	@Test
	void aKeyIsNeverKeptForLongerThanItHas() {
		Lease lease = this.cluster.acquire(REQUEST);
		this.cluster.server(0).put(Cluster.KEY, lease.token(), Duration.ofMillis(100));
		lease.release();
		assertThat(this.cluster.server(0).ttl(Cluster.KEY)).isEqualTo(Duration.ofMillis(100));
	}

	@Test
	void aFailedAttemptLeavesNothingBehindForThatTime() {
		this.cluster.holdByAnother(0, 3);
		this.cluster.failure(REQUEST);
		assertThat(this.cluster.values(Cluster.KEY)).containsOnly("another owner");
	}

	@Test
	void aLostLeaseIsReleasedAtOnce() {
		Lease lease = this.cluster.acquire(REQUEST.withTtl(HOLD));
		this.cluster.time().advance(HOLD);
		lease.release();
		assertThat(this.cluster.node(0).received(Release.class))
			.allSatisfy((release) -> assertThat(release.keepMillis()).isZero());
	}

	@Test
	void aTimeOverTheTtlIsRefused() {
		LockRequest request = REQUEST.withHoldAtLeast(Cluster.TTL.plusMillis(1));
		assertThatIllegalArgumentException().isThrownBy(() -> this.cluster.start(request))
			.withMessageContaining("PT10.001S")
			.withMessageContaining("longer than the ttl PT10S");
	}

	@Test
	void aNegativeTimeIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> Cluster.ONE_ATTEMPT.withHoldAtLeast(Duration.ofMillis(-1)));
	}

}
