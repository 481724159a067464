package dev.redlock.autoconfigure;

import java.time.Duration;

/**
 * Checks a duration that was configured.
 *
 * @param property the name of the property
 * @param value its value
 * @param remedy what to do if it can't work
 */
record DurationCheck(String property, Duration value, String remedy) {

	void notNegative() {
		if (this.value.isNegative()) {
			throw refused("is negative");
		}
	}

	void within(Duration shortest, Duration longest) {
		if (this.value.compareTo(shortest) < 0) {
			boolean positive = this.value.compareTo(Duration.ZERO) > 0;
			throw refused(positive ? "is shorter than " + text(shortest) : "is not positive");
		}
		if (this.value.compareTo(longest) > 0) {
			throw refused("is over %d days".formatted(longest.toDays()));
		}
	}

	void notShorterThan(DurationCheck other) {
		if (this.value.compareTo(other.value) < 0) {
			throw refused("is shorter than %s (%s)".formatted(other.property, text(other.value)));
		}
	}

	void notLongerThan(DurationCheck other) {
		if (this.value.compareTo(other.value) > 0) {
			throw refused("is longer than %s (%s)".formatted(other.property, text(other.value)));
		}
	}

	boolean isShorterThan(Duration other) {
		return this.value.compareTo(other) < 0;
	}

	String text() {
		return text(this.value);
	}

	InvalidRedlockPropertyException refused(String problem) {
		return new InvalidRedlockPropertyException(this.property, text(this.value) + " " + problem, this.remedy, null);
	}

	static String text(Duration duration) {
		try {
			long millis = duration.toMillis();
			return duration.equals(Duration.ofMillis(millis)) ? millis + "ms" : duration.toString();
		}
		catch (ArithmeticException ex) {
			return duration.toString();
		}
	}

}
