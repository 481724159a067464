package dev.redlock.acceptance;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.ReleaseOutcome;

import static org.assertj.core.api.Assertions.assertThat;

class HoldAtLeastOnRealRedisTests extends AbstractFiveServersTests {

	@Test
	void aReleaseShortensTheKeysToTheRest() throws Exception {
		LockRequest request = request(Duration.ofSeconds(20));
		Lease lease = locks().redlock().acquire(request);
		assertThat(servers.all()).allSatisfy((node) -> assertThat(NodeStats.pttl(node, KEY)).isGreaterThan(20_000));
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(servers.all()).allSatisfy((node) -> assertThat(NodeStats.pttl(node, KEY)).isBetween(1L, 20_000L));
		assertThat(locks().redlock().tryAcquire(request.withWaitTime(Duration.ZERO))).isEmpty();
	}

	@Test
	void theNextComesWhenTheRestIsOver() throws Exception {
		Duration least = Duration.ofSeconds(1);
		LockRequest request = request(least);
		long asked = System.nanoTime();
		Lease lease = locks().redlock().acquire(request);
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		try (Lease next = locks().redlock().acquire(request.withWaitTime(Duration.ofSeconds(30)))) {
			assertThat(Duration.ofNanos(System.nanoTime() - asked)).isGreaterThan(least.multipliedBy(9).dividedBy(10));
			assertThat(next.token()).isNotEqualTo(lease.token());
		}
	}

	private static LockRequest request(Duration holdAtLeast) {
		return LockRequest.of(KEY).withTtl(Duration.ofSeconds(40)).withHoldAtLeast(holdAtLeast);
	}

}
