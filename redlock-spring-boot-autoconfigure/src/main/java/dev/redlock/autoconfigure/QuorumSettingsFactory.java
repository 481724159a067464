package dev.redlock.autoconfigure;

import java.time.Duration;
import java.util.function.Supplier;

import dev.redlock.quorum.Drift;
import dev.redlock.quorum.QuorumSettings;
import dev.redlock.quorum.RetryDelay;

/**
 * Turns properties into settings, and what the settings refuse into errors that name the
 * property.
 */
final class QuorumSettingsFactory {

	private static final Duration LONGEST = Duration.ofDays(36500);

	private QuorumSettingsFactory() {
	}

	static QuorumSettings create(RedlockProperties properties) {
		Duration maxTtl = properties.maxTtl();
		if (maxTtl.isNegative() || maxTtl.isZero() || maxTtl.compareTo(LONGEST) > 0) {
			throw new InvalidRedlockPropertyException("redlock.max-ttl",
					text(maxTtl) + " is not positive or over %d days".formatted(LONGEST.toDays()),
					"Set it to a positive duration such as 60s that is not under redlock.ttl.", null);
		}
		if (properties.waitTime().isNegative()) {
			throw new InvalidRedlockPropertyException("redlock.wait-time", text(properties.waitTime()) + " is negative",
					"Set a wait time such as 3s, or 0 for a single attempt.", null);
		}
		if (properties.extension().max() < 0) {
			throw new InvalidRedlockPropertyException("redlock.extension.max",
					properties.extension().max() + " is negative", "Set a cap such as 100, or 0 for no extension.",
					null);
		}
		if (properties.fencing().retention().compareTo(properties.maxTtl()) < 0) {
			throw new InvalidRedlockPropertyException("redlock.fencing.retention",
					text(properties.fencing().retention()) + " is shorter than redlock.max-ttl",
					"Set it far longer than any lock lives, such as 7d.", null);
		}
		Drift drift = check("redlock.drift-factor", "Keep the default factor 0.01 and allowance 2ms.",
				() -> new Drift(properties.driftFactor(), properties.driftAllowance()));
		RetryDelay delay = check("redlock.retry.min-delay", "Set a positive min-delay that is not over max-delay.",
				() -> new RetryDelay(properties.retry().minDelay(), properties.retry().maxDelay()));
		return check("redlock.ttl",
				"Set redlock.ttl to a positive duration such as 30s that is not over redlock.max-ttl (%s)."
					.formatted(text(properties.maxTtl())),
				() -> new QuorumSettings(properties.keyPrefix(), properties.ttl(), properties.maxTtl(),
						properties.waitTime(), delay, drift, properties.extension().enabled(),
						properties.extension().max(), properties.fencing().retention()));
	}

	private static <T> T check(String property, String remedy, Supplier<T> value) {
		try {
			return value.get();
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidRedlockPropertyException(property, String.valueOf(ex.getMessage()), remedy, ex);
		}
	}

	private static String text(Duration duration) {
		try {
			return duration.toMillis() + "ms";
		}
		catch (ArithmeticException ex) {
			return duration.toString();
		}
	}

}
