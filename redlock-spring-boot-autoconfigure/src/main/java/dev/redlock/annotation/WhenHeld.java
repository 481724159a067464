package dev.redlock.annotation;

/**
 * What a call of an annotated method does when another owner keeps the lock for the whole
 * wait time.
 */
public enum WhenHeld {

	/**
	 * {@code LockHeldException}, or the fallback method if there is one.
	 */
	FAIL,

	/**
	 * The method is not run and the call returns nothing: {@code null}, an empty
	 * {@code Optional}, a future that is completed with {@code null}, an empty
	 * {@code Mono} or {@code Flux}. A primitive return type is refused at start-up.
	 */
	SKIP

}
