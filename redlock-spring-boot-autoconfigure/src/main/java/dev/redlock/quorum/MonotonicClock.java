package dev.redlock.quorum;

/**
 * The only clock that the algorithm looks at. It never jumps, whatever the wall clock
 * does.
 */
@FunctionalInterface
public interface MonotonicClock {

	/**
	 * Returns the present time.
	 * @return nanoseconds since a fixed but arbitrary moment; only differences mean
	 * anything
	 */
	long nanos();

}
