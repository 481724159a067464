package dev.redlock.acceptance;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When leases are renewed on real servers, and when no longer (S7).
 */
class RenewalOnRealRedisTests extends AbstractFiveServersTests {

	private static final Duration TTL = Duration.ofMillis(1500);

	private static final Duration PERIOD = TTL.dividedBy(3);

	private static final LockRequest RENEWED = LockRequest.of(KEY).withTtl(TTL).withAutoExtend(true);

	@Test
	void aLeaseIsRenewedUntilItIsReleased() throws Exception {
		Lease lease = locks().redlock().acquire(RENEWED);
		awaitExtensions(lease, 4);
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertQuietWithinOnePeriod();
		assertThat(lease.extensions()).isGreaterThanOrEqualTo(4);
	}

	@Test
	void aLeaseThatIsLostIsNotRenewed() throws Exception {
		Lease lease = locks().redlock().acquire(RENEWED);
		awaitExtensions(lease, 1);
		servers.all().subList(0, 3).forEach((server) -> server.set(KEY, AbstractAcceptanceTests.FOREIGN));
		assertThat(lease.lost().toCompletableFuture().get(20, TimeUnit.SECONDS)).isEqualTo(LossReason.TAKEN);
		assertQuietWithinOnePeriod();
	}

	@Test
	void aLeaseIsNotRenewedBeyondItsCap() throws Exception {
		Lease lease = locks().redlock().acquire(RENEWED.withMaxExtensions(2));
		awaitExtensions(lease, 2);
		assertQuietWithinOnePeriod();
		assertThat(lease.lost().toCompletableFuture().get(20, TimeUnit.SECONDS)).isEqualTo(LossReason.EXTENSION_LIMIT);
		assertThat(lease.extensions()).isEqualTo(2);
		assertQuietWithinOnePeriod();
	}

	@Test
	void aCancelledAcquireLeavesNothingThatIsRenewedOrTriedAgain() {
		servers.all().subList(0, 3).forEach((server) -> server.set(KEY, AbstractAcceptanceTests.FOREIGN));
		CompletableFuture<Lease> acquire = locks().redlock().acquireAsync(RENEWED.withWaitTime(TTL.multipliedBy(20)));
		long sets = AbstractAcceptanceTests.sets(servers.get(4));
		Awaitility.await().until(() -> AbstractAcceptanceTests.sets(servers.get(4)) > sets + 2);
		acquire.cancel(true);
		assertQuietWithinOnePeriod();
	}

	@Test
	void grantsThatComeAfterTheCancelAreTakenBackAndNotRenewed() {
		List<Long> sets = servers.all().stream().map(AbstractAcceptanceTests::sets).toList();
		servers.all().subList(0, 3).forEach(TestNode::pause);
		CompletableFuture<Lease> acquire = locks().redlock().acquireAsync(RENEWED);
		// What is not written yet when it is cancelled never is.
		Awaitility.await("the grants of the others")
			.until(() -> AbstractAcceptanceTests.sets(servers.get(3)) == sets.get(3) + 1
					&& AbstractAcceptanceTests.sets(servers.get(4)) == sets.get(4) + 1);
		assertThat(acquire.cancel(true)).isTrue();
		servers.all().subList(0, 3).forEach(TestNode::resume);
		for (int i = 0; i < 5; i++) {
			int index = i;
			Awaitility.await("the late grant")
				.until(() -> AbstractAcceptanceTests.sets(servers.get(index)) == sets.get(index) + 1);
			AbstractAcceptanceTests.awaitValue(servers.get(i), KEY, null);
		}
		assertQuietWithinOnePeriod();
		assertThat(servers.all()).allSatisfy((server) -> assertThat(server.get(KEY)).isNull());
	}

	private static void awaitExtensions(Lease lease, int count) {
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> lease.extensions() >= count);
	}

	/**
	 * Lets one period pass, and sees that nothing is sent in more than another one.
	 */
	private static void assertQuietWithinOnePeriod() {
		pass(PERIOD);
		List<Long> commands = commands();
		pass(PERIOD.multipliedBy(2));
		assertThat(commands()).isEqualTo(commands);
	}

	private static List<Long> commands() {
		return servers.all()
			.stream()
			.map((server) -> NodeStats.calls(server, "set", "evalsha", "eval", "pexpire", "del"))
			.toList();
	}

	private static void pass(Duration time) {
		Awaitility.await().pollDelay(time).atMost(time.plusSeconds(20)).until(() -> true);
	}

}
