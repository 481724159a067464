package dev.redlock.jedis;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Keeps a server that may have forgotten locks from voting until all of them have expired
 * (S9).
 *
 * @param maxTtl the longest ttl of any lock; {@code null} if the guard is off
 */
record RestartGuard(@Nullable Duration maxTtl) {

	/**
	 * Returns for how long a server must not vote.
	 * @param server what the server says about itself
	 */
	Duration quarantine(ServerInfo server) {
		if (this.maxTtl == null || server.durable() || server.uptime().compareTo(this.maxTtl) >= 0) {
			return Duration.ZERO;
		}
		return this.maxTtl.minus(server.uptime());
	}

	static String explain(Duration left) {
		return "it restarted and may have forgotten locks, so it does not vote for another " + left.toMillis()
				+ "ms; redlock.restart-guard=false switches this off";
	}

}
