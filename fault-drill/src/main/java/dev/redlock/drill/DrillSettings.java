package dev.redlock.drill;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What is drilled.
 *
 * @param faults for how long there are faults
 * @param seed the number that all choices come from; two drills with the same one differ
 * nevertheless, since nobody chooses when threads run
 * @param restartGuard whether servers that restart empty are kept from voting
 * @param overstay for how long clients claim leases that are not valid any more
 * @param directory gets the logs of the clients
 */
public record DrillSettings(Duration faults, long seed, boolean restartGuard, Duration overstay, Path directory) {

	/**
	 * How many servers there are.
	 */
	public static final int SERVERS = 5;

	/**
	 * How many of them write everything to disk before they answer. The others restart
	 * empty.
	 */
	public static final int DURABLE_SERVERS = 2;

	/**
	 * How many clients there are.
	 */
	public static final int CLIENTS = 3;

	/**
	 * The longest ttl of a lock.
	 */
	public static final Duration MAX_TTL = Duration.ofSeconds(2);

	static DrillSettings fromSystemProperties(Path directory) {
		return new DrillSettings(Duration.ofSeconds(Long.getLong("drill.seconds", 60)), Long.getLong("drill.seed", 1),
				!"false".equals(System.getProperty("drill.restart-guard")),
				Duration.ofMillis(Long.getLong("drill.overstay", 0)), directory);
	}

}
