package dev.redlock.jedis;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Keeps a server that may have forgotten locks, or never knew them, from voting until all
 * of them have expired (S9). A server that writes every change to disk before it answers
 * is trusted, however new it is, unless one that did not do so was in its place before:
 * that may be itself before its restart. Nor is it if it was a replica, which has the
 * locks of its master instead.
 *
 * @param maxTtl the longest ttl of any lock; {@code null} if the guard is off
 */
record RestartGuard(@Nullable Duration maxTtl) {

	private static final long NANOS_BELOW_A_SECOND = 999_999_999;

	private static final Duration FOREVER = Duration.ofDays(36_500);

	/**
	 * Returns for how long a server must not vote; a negative duration is how long ago
	 * that was over, which is for ever if the guard is off.
	 * @param server what the server says about itself
	 * @param sinceUnknownLocks how long ago locks may last have been granted in its place
	 * that it has nowhere, not even on disk; {@code null} if there are none
	 */
	Duration quarantine(ServerInfo server, @Nullable Duration sinceUnknownLocks) {
		if (this.maxTtl == null) {
			return FOREVER.negated();
		}
		Duration known = shorter(server.remembersItsLocks() ? FOREVER : server.uptime(), sinceUnknownLocks);
		Duration left = this.maxTtl.minus(known);
		// What it has on disk may come from a backup, with counters that went on
		// meanwhile.
		return server.durable() ? longer(left, server.uptime().negated()) : left;
	}

	private static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) > 0) ? one : other;
	}

	private static Duration shorter(Duration one, @Nullable Duration other) {
		return (other != null && other.compareTo(one) < 0) ? other : one;
	}

	static String explain(Duration left) {
		return "it restarted, was a replica or took the place of another server and may have forgotten locks, "
				+ "so it does not vote now, and votes again by itself in "
				+ left.plusNanos(NANOS_BELOW_A_SECOND).toSeconds()
				+ "s. In development, redlock.restart-guard=false switches this off";
	}

}
