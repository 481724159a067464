package dev.redlock.autoconfigure;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import dev.redlock.quorum.Drift;
import dev.redlock.quorum.QuorumSettings;
import dev.redlock.quorum.RetryDelay;

/**
 * Turns properties into settings, and refuses what can't work with an error that names
 * the property.
 */
final class QuorumSettingsFactory {

	private static final Duration LONGEST = Duration.ofDays(36500);

	private static final Duration SHORTEST = Duration.ofNanos(1);

	private static final QuorumSettings DEFAULTS = QuorumSettings.defaults();

	private QuorumSettingsFactory() {
	}

	static QuorumSettings create(RedlockProperties properties) {
		DurationCheck maxTtl = new DurationCheck("redlock.max-ttl", properties.maxTtl(),
				"Set it to a positive duration such as 60s that is not under redlock.ttl.");
		maxTtl.within(SHORTEST, LONGEST);
		new DurationCheck("redlock.wait-time", properties.waitTime(),
				"Set a wait time such as 3s, or 0 for a single attempt.")
			.notNegative();
		if (properties.extension().max() < 0) {
			throw new InvalidRedlockPropertyException("redlock.extension.max",
					properties.extension().max() + " is negative", "Set a cap such as 100, or 0 for no extension.",
					null);
		}
		DurationCheck retention = new DurationCheck("redlock.fencing.retention", properties.fencing().retention(),
				"Set it far longer than any lock lives, such as %s."
					.formatted(maxTtl.isShorterThan(DEFAULTS.fencingRetention()) ? "7d" : "10 times redlock.max-ttl"));
		retention.notShorterThan(maxTtl);
		retention.within(SHORTEST, LONGEST);
		RetryDelay delay = delay(properties.retry());
		Drift drift = drift(properties);
		checkTtl(properties, maxTtl, drift);
		return new QuorumSettings(properties.keyPrefix(), properties.ttl(), properties.maxTtl(), properties.waitTime(),
				delay, drift, properties.extension().enabled(), properties.extension().max(),
				properties.fencing().retention());
	}

	private static RetryDelay delay(RedlockProperties.Retry retry) {
		DurationCheck min = new DurationCheck("redlock.retry.min-delay", retry.minDelay(),
				"Set a positive pause such as 20ms that is not over redlock.retry.max-delay.");
		DurationCheck max = new DurationCheck("redlock.retry.max-delay", retry.maxDelay(),
				"Set a pause such as 200ms that is not under redlock.retry.min-delay.");
		min.within(SHORTEST, LONGEST);
		max.within(SHORTEST, LONGEST);
		if (retry.maxDelay().compareTo(DEFAULTS.retryDelay().max()) < 0) {
			max.notShorterThan(min);
		}
		min.notLongerThan(max);
		return new RetryDelay(retry.minDelay(), retry.maxDelay());
	}

	private static Drift drift(RedlockProperties properties) {
		double factor = properties.driftFactor();
		if (!(factor >= 0 && factor < 1)) {
			throw new InvalidRedlockPropertyException("redlock.drift-factor", factor + " is not in [0, 1)",
					"Set a share such as 0.01.", null);
		}
		DurationCheck allowance = new DurationCheck("redlock.drift-allowance", properties.driftAllowance(),
				"Set a time such as 2ms.");
		allowance.notNegative();
		allowance.within(Duration.ZERO, LONGEST);
		return new Drift(factor, properties.driftAllowance());
	}

	private static void checkTtl(RedlockProperties properties, DurationCheck maxTtl, Drift drift) {
		DurationCheck ttl = new DurationCheck("redlock.ttl", properties.ttl(),
				"Set it to a positive duration such as %s that is not over redlock.max-ttl (%s), or raise that."
					.formatted(maxTtl.isShorterThan(DEFAULTS.ttl()) ? maxTtl.text() : "30s", maxTtl.text()));
		ttl.within(SHORTEST, LONGEST);
		ttl.notLongerThan(maxTtl);
		long nanos = TimeUnit.MILLISECONDS.toNanos(properties.ttl().toMillis());
		if (nanos > drift.nanos(nanos)) {
			return;
		}
		String ttlText = DurationCheck.text(properties.ttl());
		if (drift.allowance().compareTo(DEFAULTS.drift().allowance()) > 0) {
			throw new InvalidRedlockPropertyException(
					"redlock.drift-allowance", "%s leaves no validity of redlock.ttl (%s)"
						.formatted(DurationCheck.text(drift.allowance()), ttlText),
					"Set a time such as 2ms, far shorter than any ttl.", null);
		}
		if (drift.factor() > DEFAULTS.drift().factor()) {
			throw new InvalidRedlockPropertyException("redlock.drift-factor",
					"%s leaves no validity of redlock.ttl (%s)".formatted(drift.factor(), ttlText),
					"Set a share such as 0.01.", null);
		}
		throw ttl.refused("leaves no validity after the clock drift");
	}

}
