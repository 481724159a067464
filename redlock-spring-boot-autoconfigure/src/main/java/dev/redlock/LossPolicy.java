package dev.redlock;

/**
 * What happens to guarded work whose lease is lost (S8). An exception of the work itself
 * always wins; ours is added to it as suppressed.
 */
public enum LossPolicy {

	/**
	 * {@link LeaseLostException} after the work.
	 */
	FAIL,

	/**
	 * The working thread is interrupted as well. The interrupt never outlives the work.
	 */
	INTERRUPT,

	/**
	 * No exception: listeners, meters and a warning in the log tell of it.
	 */
	IGNORE

}
