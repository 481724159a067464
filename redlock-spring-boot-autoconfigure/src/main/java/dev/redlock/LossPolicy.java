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
	 * Listeners are told and the log warns, nothing else.
	 */
	IGNORE

}
