package dev.redlock.acceptance;

import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LockInspection;
import dev.redlock.LockInspection.NodeView;
import dev.redlock.LockInspection.State;
import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;
import dev.redlock.quorum.QuorumRedlock;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Leases shared with other Redlock implementations on the same servers.
 */
class ForeignLocksTests extends AbstractFiveServersTests {

	private static final String TOKEN = "8f14e45f-ceea-467f-9c2b-0d1e7a55aa01";

	private static final Duration TTL = Duration.ofSeconds(20);

	/**
	 * What the other implementations release with.
	 */
	private static final String RELEASE = "if redis.call(\"get\",KEYS[1]) == ARGV[1] then "
			+ "return redis.call(\"del\",KEYS[1]) else return 0 end";

	/**
	 * What the other implementations extend with.
	 */
	private static final String EXTEND = "if redis.call(\"get\", KEYS[1]) == ARGV[1] then "
			+ "return redis.call(\"pexpire\", KEYS[1], ARGV[2]) else return 0 end";

	@Test
	void theirScriptsExtendAndReleaseOurLeases() throws Exception {
		Lease lease = acquireEverywhere();
		assertThat(servers.all()).allSatisfy((server) -> {
			assertThat(server.run(Command.EVAL, EXTEND, "1", KEY, lease.token(), "50000")).isEqualTo(1L);
			assertThat(NodeStats.pttl(server, KEY)).isGreaterThan(TTL.toMillis());
			assertThat(server.run(Command.EVAL, RELEASE, "1", KEY, lease.token())).isEqualTo(1L);
			assertThat(server.get(KEY)).isNull();
		});
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.EXPIRED);
	}

	@Test
	void theirScriptsLeaveOurLeasesAloneWithAnotherToken() throws Exception {
		Lease lease = acquireEverywhere();
		assertThat(servers.all()).allSatisfy((server) -> {
			assertThat(server.run(Command.EVAL, EXTEND, "1", KEY, TOKEN, "50000")).isEqualTo(0L);
			assertThat(server.run(Command.EVAL, RELEASE, "1", KEY, TOKEN)).isEqualTo(0L);
			assertThat(server.run(Command.SET, KEY, TOKEN, "NX", "PX", "50000")).isNull();
			assertThat(NodeStats.pttl(server, KEY)).isBetween(1L, TTL.toMillis());
		});
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
	}

	@Test
	void theirLocksKeepUsOutUntilTheirScriptReleasesThem() throws Exception {
		theirsOn(servers.all().subList(0, 3));
		assertThatExceptionOfType(LockHeldException.class)
			.isThrownBy(() -> locks().redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT));
		servers.all()
			.subList(0, 3)
			.forEach((server) -> assertThat(server.run(Command.EVAL, RELEASE, "1", KEY, TOKEN)).isEqualTo(1L));
		locks().redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT).close();
	}

	@Test
	void theirLockIsAdoptedExtendedAndReleasedByUs() {
		theirsOn(servers.all());
		try (Lease lease = locks().redlock().adopt(KEY, TOKEN, Duration.ofSeconds(40))) {
			assertThat(lease.token()).isEqualTo(TOKEN);
			assertThat(lease.remainingValidity()).isGreaterThan(TTL);
			assertTtlsOver(TTL);
			assertThat(lease.extend(Duration.ofSeconds(60))).isTrue();
			assertTtlsOver(Duration.ofSeconds(40));
			assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		}
		servers.all().forEach((server) -> AbstractAcceptanceTests.awaitValue(server, KEY, null));
	}

	@Test
	void theirLockOnThreeNodesIsAdoptedAndOnTwoItIsNot() {
		theirsOn(servers.all().subList(0, 3));
		locks().redlock().adopt(KEY, TOKEN, TTL).release();
		theirsOn(servers.all().subList(0, 2));
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> locks().redlock().adopt(KEY, TOKEN, TTL))
			.satisfies((ex) -> assertThat(ex.getReason()).isEqualTo(LossReason.TAKEN));
	}

	@Test
	void ourLeaseIsHandedOverToAnotherProcessAndSurvivesTheEndOfOurs() throws Exception {
		try (Locks other = NodeStats.patient(servers.all())) {
			Lease adopted = other.redlock().adopt(KEY, acquireEverywhere().handOver(), TTL);
			((QuorumRedlock) locks().redlock()).close();
			assertThat(adopted.isValid()).isTrue();
			assertThatExceptionOfType(LockHeldException.class)
				.isThrownBy(() -> other.redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT));
			assertThat(servers.all()).allSatisfy((server) -> assertThat(server.get(KEY)).isEqualTo(adopted.token()));
			assertThat(adopted.release()).isEqualTo(ReleaseOutcome.RELEASED);
		}
	}

	@Test
	void inspectTellsTheRemainingTimeAndChangesNothing() {
		theirsOn(servers.all().subList(0, 3));
		servers.get(3).set(KEY, AbstractAcceptanceTests.FOREIGN);
		List<String> keyspaces = servers.all().stream().map(NodeStats::keyspace).toList();
		List<Long> before = servers.all().stream().map((server) -> NodeStats.pttl(server, KEY)).toList();
		List<Long> writes = servers.all().stream().map(ForeignLocksTests::writes).toList();
		LockInspection inspection = locks().redlock().inspect(KEY);
		assertThat(inspection.held()).isTrue();
		assertThat(inspection.remaining()).isPositive().isLessThanOrEqualTo(TTL);
		assertThat(inspection.nodes()).extracting(NodeView::state)
			.containsExactly(State.HELD, State.HELD, State.HELD, State.HELD_BY_OTHER, State.FREE);
		assertThat(inspection.nodes().subList(3, 5)).extracting(NodeView::remaining).containsOnlyNulls();
		assertThat(inspection.toString()).doesNotContain(TOKEN, AbstractAcceptanceTests.FOREIGN);
		for (int i = 0; i < 5; i++) {
			TestNode server = servers.get(i);
			assertThat(NodeStats.keyspace(server)).isEqualTo(keyspaces.get(i));
			assertThat(writes(server)).isEqualTo(writes.get(i));
			assertThat(NodeStats.pttl(server, KEY)).isLessThanOrEqualTo(before.get(i));
		}
		assertThat(servers.get(0).get(KEY)).isEqualTo(TOKEN);
		assertThat(locks().redlock().inspect("nobody's").held()).isFalse();
		assertThat(locks().redlock().inspect("nobody's").remaining()).isNull();
	}

	@Test
	void inspectDoesNotFetchALargeValue() {
		TestNode server = servers.get(3);
		String large = "x".repeat(1 << 20);
		theirsOn(servers.all().subList(0, 3));
		server.set(KEY, large);
		long before = sentBytes(server);
		LockInspection inspection = locks().redlock().inspect(KEY);
		assertThat(inspection.nodes()).element(3).extracting(NodeView::state).isEqualTo(State.HELD_BY_OTHER);
		assertThat(sentBytes(server) - before).isLessThan(large.length());
	}

	private Lease acquireEverywhere() throws InterruptedException {
		Lease lease = locks().redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT.withTtl(TTL).withAutoExtend(false));
		servers.all().forEach((server) -> AbstractAcceptanceTests.awaitValue(server, KEY, lease.token()));
		return lease;
	}

	private static void theirsOn(List<TestNode> nodes) {
		nodes.forEach(
				(server) -> assertThat(server.run(Command.SET, KEY, TOKEN, "NX", "PX", Long.toString(TTL.toMillis())))
					.isEqualTo("OK"));
	}

	/**
	 * The slower two of five may be prolonged after the quorum has been.
	 */
	private static void assertTtlsOver(Duration ttl) {
		servers.all().forEach((server) -> Awaitility.await().until(() -> NodeStats.pttl(server, KEY) > ttl.toMillis()));
	}

	private static long sentBytes(TestNode server) {
		String stats = (String) server.run(Command.INFO, "stats");
		return Long.parseLong(stats.replaceAll("(?s).*total_net_output_bytes:(\\d+).*", "$1"));
	}

	private static long writes(TestNode server) {
		return NodeStats.calls(server, "set", "del", "pexpire", "incr", "expire");
	}

}
