package dev.redlock.aop;

/**
 * Told about the locks of annotated methods when the application starts, before the first
 * of them is called, such as to show them with a count of zero.
 */
@FunctionalInterface
public interface LockNameListener {

	/**
	 * A bean has methods with a lock.
	 * @param name the static name of the lock: that of the annotation, or
	 * {@code Class.method}
	 */
	void onName(String name);

}
