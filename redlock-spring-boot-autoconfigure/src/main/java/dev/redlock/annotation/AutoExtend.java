package dev.redlock.annotation;

/**
 * Whether the lease of an annotated method is extended while the method runs.
 */
public enum AutoExtend {

	/**
	 * As the property {@code redlock.extension.enabled} says.
	 */
	DEFAULT,

	/**
	 * Extended.
	 */
	ON,

	/**
	 * Not extended: the lock ends with its ttl.
	 */
	OFF

}
