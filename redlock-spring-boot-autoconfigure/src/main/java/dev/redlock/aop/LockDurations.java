package dev.redlock.aop;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringUtils;
import org.springframework.util.StringValueResolver;

import dev.redlock.LockRequest;
import dev.redlock.annotation.DistributedLock;

/**
 * Resolves and checks the durations of annotations.
 */
final class LockDurations {

	/** A number below that was hardly meant as milliseconds. */
	private static final Duration LIKELY_SECONDS = Duration.ofSeconds(1);

	private static final Logger logger = LoggerFactory.getLogger(LockDurations.class);

	private final StringValueResolver placeholders;

	private final Consumer<Duration> ttlCheck;

	private final Supplier<Duration> defaultTtl;

	LockDurations(StringValueResolver placeholders, Consumer<Duration> ttlCheck, Supplier<Duration> defaultTtl) {
		this.placeholders = placeholders;
		this.ttlCheck = ttlCheck;
		this.defaultTtl = defaultTtl;
	}

	/**
	 * Returns a request with the durations of an annotation.
	 */
	LockRequest apply(LockRequest request, Method method, DistributedLock lock) {
		LockRequest timed = request;
		Duration ttl = ttl(method, lock.ttl());
		if (ttl != null) {
			timed = timed.withTtl(ttl);
		}
		Duration waitTime = duration(method, "waitTime", lock.waitTime());
		if (waitTime != null) {
			requireNotNegative(method, "waitTime", lock.waitTime(), waitTime,
					"Give a waitTime such as \"2s\", or \"0s\" for a single attempt.");
			timed = timed.withWaitTime(waitTime);
		}
		Duration holdAtLeast = duration(method, "holdAtLeast", lock.holdAtLeast());
		if (holdAtLeast != null) {
			requireNotNegative(method, "holdAtLeast", lock.holdAtLeast(), holdAtLeast,
					"Give a time such as \"5s\", or none to free the lock at once.");
			requireNotOver((ttl != null) ? ttl : this.defaultTtl.get(), method, lock.holdAtLeast(), holdAtLeast);
			timed = timed.withHoldAtLeast(holdAtLeast);
		}
		return timed;
	}

	private @Nullable Duration ttl(Method method, String text) {
		Duration ttl = duration(method, "ttl", text);
		try {
			if (ttl != null) {
				this.ttlCheck.accept(ttl);
			}
			return ttl;
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidLockDefinitionException(method,
					"the ttl '%s' can't be used: %s".formatted(text, ex.getMessage()),
					"Give a positive ttl such as \"10s\" that is not over the property redlock.max-ttl.", ex);
		}
	}

	private static void requireNotNegative(Method method, String attribute, String text, Duration duration,
			String remedy) {
		if (duration.isNegative()) {
			throw new InvalidLockDefinitionException(method, "the %s '%s' is negative".formatted(attribute, text),
					remedy, null);
		}
	}

	private static void requireNotOver(Duration ttl, Method method, String text, Duration holdAtLeast) {
		if (holdAtLeast.compareTo(ttl) > 0) {
			throw new InvalidLockDefinitionException(method,
					"the holdAtLeast '%s' is over the ttl %s, after which a key is gone".formatted(text, ttl),
					"Give a longer ttl, or a holdAtLeast that is not over it.", null);
		}
	}

	private @Nullable Duration duration(Method method, String attribute, String text) {
		if (text.isEmpty()) {
			return null;
		}
		try {
			String resolved = this.placeholders.resolveStringValue(text);
			if (!StringUtils.hasText(resolved)) {
				throw new IllegalArgumentException("it is empty");
			}
			Duration duration = DurationStyle.detectAndParse(resolved);
			warnOfMissingUnit(method, attribute, resolved, duration);
			return duration;
		}
		catch (RuntimeException ex) {
			throw new InvalidLockDefinitionException(method,
					"the %s '%s' is no duration: %s".formatted(attribute, text, ex.getMessage()),
					"Write it like \"10s\", \"PT10S\", \"${my.property}\" or \"#{expression}\".", ex);
		}
	}

	private static void warnOfMissingUnit(Method method, String attribute, String text, Duration duration) {
		boolean hasUnit = !Character.isDigit(text.charAt(text.length() - 1));
		if (!hasUnit && !duration.isZero() && duration.compareTo(LIKELY_SECONDS) < 0) {
			logger.warn("The {} of {} has no unit and is {} milliseconds. Write it like \"{}ms\" or \"{}s\".",
					attribute, method, text, text, text);
		}
	}

}
