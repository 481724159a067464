package dev.redlock.acceptance;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

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

	/**
	 * A lease expires on a machine that stands still for longer than the ttl, but without
	 * renewals each of them would.
	 */
	private static final int ATTEMPTS = 3;

	private static final LockRequest RENEWED = LockRequest.of(KEY).withTtl(TTL).withAutoExtend(true);

	@Test
	void aLeaseIsRenewedUntilItIsReleased() throws Exception {
		Lease lease = acquireAndAwaitExtensions(RENEWED, 4);
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertQuietWithinOnePeriod();
		assertThat(lease.extensions()).isGreaterThanOrEqualTo(4);
	}

	@Test
	void aLeaseThatIsLostIsNotRenewed() throws Exception {
		for (int attempt = 1;; attempt++) {
			Lease lease = acquireAndAwaitExtensions(RENEWED, 1);
			servers.all().subList(0, 3).forEach((server) -> server.set(KEY, AbstractAcceptanceTests.FOREIGN));
			LossReason reason = lease.lost().toCompletableFuture().get(20, TimeUnit.SECONDS);
			if (reason != LossReason.EXPIRED || attempt == ATTEMPTS) {
				assertThat(reason).isEqualTo(LossReason.TAKEN);
				break;
			}
			servers.all().forEach((server) -> server.run(Command.DEL, KEY));
		}
		assertQuietWithinOnePeriod();
	}

	@Test
	void aLeaseIsNotRenewedBeyondItsCap() throws Exception {
		Lease lease = acquireAndAwaitExtensions(RENEWED.withMaxExtensions(2), 2);
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

	private Lease acquireAndAwaitExtensions(LockRequest request, int count) throws Exception {
		for (int attempt = 1;; attempt++) {
			Lease lease = locks().redlock().acquire(request);
			Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.until(() -> lease.extensions() >= count || lease.loss().isPresent());
			if (!lease.loss().equals(Optional.of(LossReason.EXPIRED)) || attempt == ATTEMPTS) {
				assertThat(lease.extensions()).isGreaterThanOrEqualTo(count);
				return lease;
			}
			lease.release();
		}
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
