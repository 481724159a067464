package dev.redlock.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * A property of the locks that can't work, found when the application starts.
 */
public final class InvalidRedlockPropertyException extends RuntimeException {

	private final String property;

	private final String remedy;

	InvalidRedlockPropertyException(String property, String problem, String remedy, @Nullable Throwable cause) {
		super("The property '%s' is invalid: %s".formatted(property, problem), cause);
		this.property = property;
		this.remedy = remedy;
	}

	/**
	 * Returns the name of the property.
	 * @return the name
	 */
	public String getProperty() {
		return this.property;
	}

	/**
	 * Returns what to do.
	 * @return a sentence
	 */
	public String getRemedy() {
		return this.remedy;
	}

}
