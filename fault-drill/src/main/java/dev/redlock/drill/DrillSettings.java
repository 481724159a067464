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
 * @param logs the directory for the logs of the clients
 */
record DrillSettings(Duration faults, long seed, boolean restartGuard, Duration overstay, Path logs) {

	static DrillSettings fromSystemProperties(Path logs) {
		return new DrillSettings(Duration.ofSeconds(number("drill.seconds", "60")), number("drill.seed", "1"),
				Boolean.parseBoolean(System.getProperty("drill.restart-guard", "true")),
				Duration.ofMillis(number("drill.overstay", "0")), logs);
	}

	private static long number(String property, String otherwise) {
		return Long.parseLong(System.getProperty(property, otherwise));
	}

}
