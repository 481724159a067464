package dev.redlock.annotation;

/**
 * What an annotated method does when its lease is lost while it runs. An exception of the
 * method always wins.
 */
public enum WhenLost {

	/**
	 * {@code LeaseLostException} after the method.
	 */
	FAIL,

	/**
	 * The running method is interrupted as well, and a future or publisher that it
	 * returned is cancelled. The interrupt never outlives it.
	 */
	INTERRUPT,

	/**
	 * No exception: listeners, meters and a warning in the log tell of it.
	 */
	IGNORE

}
