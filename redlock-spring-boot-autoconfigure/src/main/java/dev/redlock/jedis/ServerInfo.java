package dev.redlock.jedis;

import java.time.Duration;
import java.util.Map;

/**
 * What a server says about itself.
 *
 * @param runId identifies the server process
 * @param version the version of Redis or Valkey
 * @param uptime for how long the server has been up, at least
 * @param replication whose data it has
 * @param mode what it is: {@code standalone}, {@code cluster} or {@code sentinel}
 * @param evicting whether it may evict keys before their ttl
 * @param durable whether it writes every change to disk before it answers
 */
record ServerInfo(String runId, String version, Duration uptime, Replication replication, String mode, boolean evicting,
		boolean durable) {

	/**
	 * Parses what INFO sent.
	 * @param info the text
	 * @param syncing whether the server syncs its log after every change, if it has one
	 */
	static ServerInfo parse(String info, boolean syncing) {
		Map<String, String> fields = InfoFields.parse(info);
		// The server rounds its start down to a second, so it may count one too many.
		long seconds = Math.max(0, Long.parseLong(fields.getOrDefault("uptime_in_seconds", "0")) - 1);
		boolean limited = !fields.getOrDefault("maxmemory", "0").equals("0");
		// What Valkey calls the version of Redis is that which it is compatible with.
		String version = fields.getOrDefault("valkey_version", fields.getOrDefault("redis_version", "?"));
		return new ServerInfo(fields.getOrDefault("run_id", ""), version, Duration.ofSeconds(seconds),
				Replication.of(fields),
				// As Valkey calls it unless it is told to be compatible.
				fields.getOrDefault("redis_mode", fields.getOrDefault("server_mode", "standalone")),
				limited && !fields.getOrDefault("maxmemory_policy", "noeviction").equals("noeviction"),
				syncing && isLogging(fields));
	}

	/**
	 * Returns whether the server has what it granted before it started. One that was a
	 * replica since then has what its master had sent, which need not be all that this
	 * had granted.
	 */
	boolean remembersItsLocks() {
		return this.durable && !this.replication.continued();
	}

	/**
	 * Returns whether what is written now is in the log that the server reads when it
	 * restarts. The first log is that only when it was written once, and a server does
	 * not tell the first from a later one.
	 */
	private static boolean isLogging(Map<String, String> fields) {
		return fields.getOrDefault("aof_enabled", "0").equals("1")
				&& fields.getOrDefault("aof_rewrite_in_progress", "0").equals("0")
				&& fields.getOrDefault("aof_rewrite_scheduled", "0").equals("0");
	}

}
