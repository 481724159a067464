package dev.redlock.acceptance;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Fencing tokens from counters on real servers (S10).
 */
class FencingOnRealRedisTests extends AbstractFiveServersTests {

	private static final String COUNTER = KEY + ":fence";

	private static final LockRequest FENCED = LockRequest.of(KEY).withFencing().withWaitTime(Duration.ofSeconds(20));

	private static final Duration RETENTION = Duration.ofDays(7);

	@Test
	void tokensIncreaseStrictlyAlthoughOneOrTwoServersForgetTheirCounters() throws Exception {
		long last = 0;
		for (int i = 0; i < 50; i++) {
			long token = nextToken(FENCED);
			assertThat(token).as("token %d", i).isGreaterThan(last);
			last = token;
			if (i % 5 == 2) {
				servers.get(i % 4).run(Command.FLUSHALL);
			}
			if (i % 10 == 4) {
				servers.get(i % 3).run(Command.FLUSHALL);
				servers.get(3 + i % 2).run(Command.FLUSHALL);
			}
		}
	}

	@Test
	void tokensIncreaseStrictlyWhenTheClocksOfTwoServersAreAnHourAhead() throws Exception {
		long ahead = (System.currentTimeMillis() + Duration.ofHours(1).toMillis()) * 1000;
		servers.all().subList(0, 2).forEach((server) -> server.set(COUNTER, Long.toString(ahead)));
		long last = 0;
		for (int i = 0; i < 20; i++) {
			long token = nextToken(FENCED);
			assertThat(token).isGreaterThan(last);
			last = token;
		}
	}

	@Test
	void oneRoundTripIsEnoughWhenTheNodesAgree() throws Exception {
		servers.all().forEach((server) -> server.set(COUNTER, "1000"));
		for (int i = 0; i < 10; i++) {
			List<Long> before = scripts();
			try (Lease lease = locks().redlock().acquire(FENCED.withAutoExtend(false))) {
				servers.all().forEach((server) -> AbstractAcceptanceTests.awaitValue(server, KEY, lease.token()));
				assertThat(scripts()).isEqualTo(before.stream().map((count) -> count + 1).toList());
				assertThat(lease.fencingToken()).hasValue(1001 + i);
				assertThat(counters()).containsOnly(Long.toString(1001 + i));
			}
			servers.all().forEach((server) -> AbstractAcceptanceTests.awaitValue(server, KEY, null));
		}
	}

	@Test
	void noCounterIsRaisedWhereAnotherOwnerHasTheKey() throws Exception {
		servers.all().forEach((server) -> server.set(COUNTER, "100"));
		servers.get(0).set(COUNTER, "70");
		servers.get(3).set(KEY, "another owner");
		servers.get(4).run(Command.HSET, KEY, "type", "no string");
		assertThat(nextToken(FENCED)).isEqualTo(102);
		assertThat(counters()).containsExactly("102", "102", "102", "100", "100");
	}

	@Test
	void countersOutliveTheLeaseButNotTheRetention() throws Exception {
		nextToken(FENCED);
		assertThat(servers.all()).allSatisfy((server) -> {
			Awaitility.await().until(() -> server.get(COUNTER) != null);
			AbstractAcceptanceTests.awaitValue(server, KEY, null);
			assertThat(NodeStats.pttl(server, COUNTER)).isBetween(RETENTION.minusMinutes(10).toMillis(),
					RETENTION.toMillis());
		});
	}

	@Test
	void severalResourcesShareATokenThatIsGreaterThanThoseOfEachOfThem() throws Exception {
		LockRequest a = FENCED.withResources(List.of("a"));
		LockRequest b = FENCED.withResources(List.of("b"));
		LockRequest both = FENCED.withResources(List.of("a", "b"));
		for (int i = 0; i < 5; i++) {
			long greatest = Stream.of(nextToken(a), nextToken(b), nextToken(a))
				.mapToLong((token) -> token)
				.max()
				.getAsLong();
			long shared = nextToken(both);
			assertThat(shared).isGreaterThan(greatest);
			assertThat(nextToken(b)).isGreaterThan(shared);
			assertThat(nextToken(a)).isGreaterThan(shared);
			servers.get(i).run(Command.FLUSHALL);
		}
	}

	@Test
	void aLeaseThatAsksForNoTokenHasNoneAndCountsNothing() throws Exception {
		try (Lease lease = locks().redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT)) {
			assertThat(lease.fencingToken()).isEmpty();
			servers.all().forEach((server) -> AbstractAcceptanceTests.awaitValue(server, KEY, lease.token()));
			assertThat(counters()).containsOnlyNulls();
		}
	}

	private long nextToken(LockRequest request) throws InterruptedException {
		try (Lease lease = locks().redlock().acquire(request)) {
			return lease.fencingToken().orElseThrow();
		}
	}

	private static List<String> counters() {
		return servers.all().stream().map((TestNode server) -> server.get(COUNTER)).toList();
	}

	private static List<Long> scripts() {
		return servers.all().stream().map((server) -> NodeStats.calls(server, "evalsha", "eval")).toList();
	}

}
