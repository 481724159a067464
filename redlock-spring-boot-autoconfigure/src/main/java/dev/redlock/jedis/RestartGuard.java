package dev.redlock.jedis;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Keeps a server that may have forgotten locks, or never knew them, from voting until all
 * of them have expired (S9). A server that writes every change to disk before it answers
 * is trusted, also where another one was before: when it restarts, that looks the same.
 *
 * @param maxTtl the longest ttl of any lock; {@code null} if the guard is off
 */
record RestartGuard(@Nullable Duration maxTtl) {

	/**
	 * Returns for how long a server must not vote.
	 * @param server what the server says about itself
	 * @param sinceOther how long ago another server was in its place, which may have
	 * granted locks; {@code null} if there was none
	 */
	Duration quarantine(ServerInfo server, @Nullable Duration sinceOther) {
		if (this.maxTtl == null || server.durable()) {
			return Duration.ZERO;
		}
		Duration left = this.maxTtl.minus(server.uptime());
		if (sinceOther != null && sinceOther.compareTo(server.uptime()) < 0) {
			left = this.maxTtl.minus(sinceOther);
		}
		return left.isNegative() ? Duration.ZERO : left;
	}

	static String explain(Duration left) {
		return "it restarted or took the place of another server and may have forgotten locks, so it does not vote for another "
				+ left.toMillis() + "ms; redlock.restart-guard=false switches this off";
	}

}
