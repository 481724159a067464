package dev.redlock.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How much is measured. Forks find the settings of the suite in their system properties.
 *
 * @param quick whether to be done soon rather than sure
 */
public record Settings(boolean quick) {

	static final String QUICK = "benchmarks.quick";

	static Settings fromSystemProperties() {
		return new Settings(isQuick(System.getProperty(QUICK, "false")));
	}

	/**
	 * Returns what somebody said who may have meant yes: whoever is taken for a no waits
	 * for an hour.
	 * @param text what was said; nothing at all is a yes, as the option was named
	 * @return whether to be quick
	 */
	static boolean isQuick(String text) {
		return switch (text.strip().toLowerCase(Locale.ROOT)) {
			case "", "true" -> true;
			case "false" -> false;
			default -> throw new IllegalArgumentException(QUICK + " is true or false, not '" + text + "'");
		};
	}

	/**
	 * Returns how many JVMs measure a scenario, one after the other.
	 * @return the number of forks
	 */
	public int forks() {
		return this.quick ? 1 : 3;
	}

	/**
	 * Returns for how long a contender warms up in a new JVM.
	 * @return the time
	 */
	public Duration warmUp() {
		return Duration.ofMillis(this.quick ? 2000 : 10_000);
	}

	/**
	 * Returns for how long a contender runs before it is measured: it has just been
	 * connected, and the first second would show that.
	 * @return the time
	 */
	public Duration settle() {
		return Duration.ofMillis(this.quick ? 100 : 1500);
	}

	/**
	 * Returns for how long a contender is measured.
	 * @return the time
	 */
	public Duration measured() {
		return Duration.ofMillis(this.quick ? 400 : 1000);
	}

	/**
	 * Returns how often each contender has its turn at a level of a fork, if bars compare
	 * it.
	 * @return the number of rounds
	 */
	public int rounds() {
		return this.quick ? 1 : 3;
	}

	/**
	 * Returns how many threads lock keys of their own.
	 * @return the numbers of threads
	 */
	public List<Integer> threads() {
		return this.quick ? List.of(1, 8, 64, 128) : List.of(1, 8, 64, 128, 256);
	}

	/**
	 * Returns how many leases are held.
	 * @return the numbers of leases
	 */
	public List<Integer> leases() {
		return this.quick ? List.of(1, 100_000) : List.of(1, 1_000, 10_000, 100_000);
	}

}
