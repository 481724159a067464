package dev.redlock.jedis;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class S9RestartGuardTests {

	private static final RestartGuard GUARD = new RestartGuard(Duration.ofSeconds(60));

	@Test
	void aServerThatHasBeenUpForLongerThanAnyLockVotes() {
		// The server may count a second too many.
		assertThat(GUARD.quarantine(server("uptime_in_seconds:61"), null)).isLessThanOrEqualTo(Duration.ZERO);
	}

	@Test
	void aServerThatIsNewDoesNotVoteUntilAllLocksHaveExpired() {
		assertThat(GUARD.quarantine(server("uptime_in_seconds:0"), null)).isEqualTo(Duration.ofSeconds(60));
		assertThat(GUARD.quarantine(server("uptime_in_seconds:60"), null)).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void aServerThatSaysNothingOfItsUptimeIsNew() {
		assertThat(GUARD.quarantine(server(""), null)).isEqualTo(Duration.ofSeconds(60));
	}

	@Test
	void aServerDoesNotVoteUntilTheLocksThatItDoesNotKnowHaveExpired() {
		ServerInfo old = server("uptime_in_seconds:1000");
		assertThat(GUARD.quarantine(old, Duration.ZERO)).isEqualTo(Duration.ofSeconds(60));
		assertThat(GUARD.quarantine(old, Duration.ofSeconds(20))).isEqualTo(Duration.ofSeconds(40));
		assertThat(GUARD.quarantine(old, Duration.ofSeconds(60))).isLessThanOrEqualTo(Duration.ZERO);
		assertThat(GUARD.quarantine(server("uptime_in_seconds:11"), Duration.ofSeconds(20)))
			.isEqualTo(Duration.ofSeconds(50));
		assertThat(new RestartGuard(null).quarantine(old, Duration.ZERO)).isLessThanOrEqualTo(Duration.ZERO);
		assertThat(GUARD.quarantine(ServerInfo.parse("aof_enabled:1", true), Duration.ofSeconds(20)))
			.as("what it has on disk may be all since then")
			.isEqualTo(Duration.ofSeconds(40));
	}

	@Test
	void theGuardCanBeSwitchedOff() {
		assertThat(new RestartGuard(null).quarantine(server("uptime_in_seconds:0"), null))
			.isLessThanOrEqualTo(Duration.ZERO);
	}

	@Test
	void onlyAServerThatWritesEveryChangeNeedsNoGuard() {
		assertThat(GUARD.quarantine(ServerInfo.parse("aof_enabled:1", true), null)).isLessThanOrEqualTo(Duration.ZERO);
		assertThat(GUARD.quarantine(ServerInfo.parse("aof_enabled:1", false), null)).isPositive();
		assertThat(GUARD.quarantine(ServerInfo.parse("aof_enabled:0", true), null)).isPositive();
	}

	@Test
	void whatIsOnDiskIsThatOfAnotherIfTheServerWasAReplicaSinceItStarted() {
		assertThat(GUARD.quarantine(promoted(11), null)).isEqualTo(Duration.ofSeconds(50));
		assertThat(GUARD.quarantine(promoted(1000), null)).isLessThanOrEqualTo(Duration.ZERO);
	}

	private static ServerInfo promoted(int uptime) {
		return ServerInfo.parse("aof_enabled:1\r\nsecond_repl_offset:15\r\nuptime_in_seconds:" + uptime, true);
	}

	@Test
	void aServerWhoseLogIsBeingWrittenAnewMayNotHaveAnyYet() {
		assertThat(GUARD.quarantine(ServerInfo.parse("aof_enabled:1\r\naof_rewrite_in_progress:0", true), null))
			.isLessThanOrEqualTo(Duration.ZERO);
		assertThat(GUARD.quarantine(ServerInfo.parse("aof_enabled:1\r\naof_rewrite_in_progress:1", true), null))
			.isPositive();
		assertThat(GUARD.quarantine(ServerInfo.parse("aof_enabled:1\r\naof_rewrite_scheduled:1", true), null))
			.isPositive();
	}

	@Test
	void replicasClusterMembersAndEvictionAreSeen() {
		assertThat(server("role:slave").replication().master()).isFalse();
		assertThat(server("role:master").replication().master()).isTrue();
		assertThat(server("redis_mode:cluster").mode()).isEqualTo("cluster");
		assertThat(server("redis_mode:standalone").mode()).isEqualTo("standalone");
		assertThat(server("server_mode:cluster").mode()).as("Valkey").isEqualTo("cluster");
		assertThat(server("server_mode:standalone").mode()).isEqualTo("standalone");
		assertThat(server("maxmemory:1000\r\nmaxmemory_policy:allkeys-lru").evicting()).isTrue();
		assertThat(server("maxmemory:1000\r\nmaxmemory_policy:noeviction").evicting()).isFalse();
		assertThat(server("maxmemory:0\r\nmaxmemory_policy:allkeys-lru").evicting()).isFalse();
	}

	private static ServerInfo server(String info) {
		return ServerInfo.parse(info, false);
	}

}
