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
		LockRequest request = LockRequest.of(KEY)
			.withTtl(Duration.ofSeconds(40))
			.withHoldAtLeast(Duration.ofSeconds(2));
		Lease lease = locks().redlock().acquire(request);
		assertThat(servers.all()).allSatisfy((node) -> assertThat(NodeStats.pttl(node, KEY)).isGreaterThan(2000));
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(servers.all()).allSatisfy((node) -> assertThat(NodeStats.pttl(node, KEY)).isLessThanOrEqualTo(2000));
		try (Lease next = locks().redlock().acquire(request.withWaitTime(Duration.ofSeconds(30)))) {
			assertThat(next.token()).isNotEqualTo(lease.token());
		}
	}

}
