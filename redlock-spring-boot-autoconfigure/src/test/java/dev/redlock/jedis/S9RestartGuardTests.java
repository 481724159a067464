package dev.redlock.jedis;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class S9RestartGuardTests {

	private static final RestartGuard GUARD = new RestartGuard(Duration.ofSeconds(60));

	@Test
	void aServerThatHasBeenUpForLongerThanAnyLockVotes() {
		// The server may count a second too many.
		assertThat(GUARD.quarantine(server("uptime_in_seconds:61"))).isZero();
	}

	@Test
	void aServerThatIsNewDoesNotVoteUntilAllLocksHaveExpired() {
		assertThat(GUARD.quarantine(server("uptime_in_seconds:0"))).isEqualTo(Duration.ofSeconds(60));
		assertThat(GUARD.quarantine(server("uptime_in_seconds:60"))).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void aServerThatSaysNothingOfItsUptimeIsNew() {
		assertThat(GUARD.quarantine(server(""))).isEqualTo(Duration.ofSeconds(60));
	}

	@Test
	void theGuardCanBeSwitchedOff() {
		assertThat(new RestartGuard(null).quarantine(server("uptime_in_seconds:0"))).isZero();
	}

	@Test
	void onlyAServerThatWritesEveryChangeNeedsNoGuard() {
		assertThat(GUARD.quarantine(ServerInfo.parse("aof_enabled:1", "always"))).isZero();
		assertThat(GUARD.quarantine(ServerInfo.parse("aof_enabled:1", "everysec"))).isPositive();
		assertThat(GUARD.quarantine(ServerInfo.parse("aof_enabled:0", "always"))).isPositive();
	}

	@Test
	void replicasClusterMembersAndEvictionAreSeen() {
		assertThat(server("role:slave").master()).isFalse();
		assertThat(server("role:master").master()).isTrue();
		assertThat(server("redis_mode:cluster").cluster()).isTrue();
		assertThat(server("redis_mode:standalone").cluster()).isFalse();
		assertThat(server("server_mode:cluster").cluster()).as("Valkey").isTrue();
		assertThat(server("server_mode:standalone").cluster()).isFalse();
		assertThat(server("maxmemory:1000\r\nmaxmemory_policy:allkeys-lru").evicting()).isTrue();
		assertThat(server("maxmemory:1000\r\nmaxmemory_policy:noeviction").evicting()).isFalse();
		assertThat(server("maxmemory:0\r\nmaxmemory_policy:allkeys-lru").evicting()).isFalse();
	}

	private static ServerInfo server(String info) {
		return ServerInfo.parse(info, "");
	}

}
