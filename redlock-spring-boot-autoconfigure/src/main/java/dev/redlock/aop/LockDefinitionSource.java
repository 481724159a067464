package dev.redlock.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.expression.AnnotatedElementKey;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;
import org.springframework.util.StringValueResolver;

import dev.redlock.LockRequest;
import dev.redlock.LossPolicy;
import dev.redlock.annotation.AutoExtend;
import dev.redlock.annotation.DistributedLock;

/**
 * Finds and checks the {@link DistributedLock} of a method, once. Thread-safe.
 */
public final class LockDefinitionSource {

	private static final SpelExpressionParser parser = new SpelExpressionParser();

	private final Map<AnnotatedElementKey, Optional<LockDefinition>> definitions = new ConcurrentHashMap<>();

	private final StringValueResolver placeholders;

	private final Consumer<Duration> ttlCheck;

	/**
	 * Creates a source.
	 * @param placeholders resolves {@code ${...}} and {@code #{...}} in durations
	 * @param ttlCheck throws an {@link IllegalArgumentException} for a ttl that can't be
	 */
	public LockDefinitionSource(StringValueResolver placeholders, Consumer<Duration> ttlCheck) {
		this.placeholders = placeholders;
		this.ttlCheck = ttlCheck;
	}

	boolean isCandidate(Class<?> targetClass) {
		return AnnotationUtils.isCandidateClass(targetClass, DistributedLock.class);
	}

	@Nullable LockDefinition find(Method method, Class<?> targetClass) {
		AnnotatedElementKey key = new AnnotatedElementKey(method, targetClass);
		Optional<LockDefinition> definition = this.definitions.get(key);
		if (definition == null) {
			// Not within computeIfAbsent: a check may create beans, which brings us here
			// again.
			definition = Optional.ofNullable(define(method, targetClass));
			this.definitions.put(key, definition);
		}
		return definition.orElse(null);
	}

	private @Nullable LockDefinition define(Method method, Class<?> targetClass) {
		Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
		DistributedLock annotation = annotation(specific, targetClass);
		if (annotation == null) {
			return null;
		}
		ReturnTypes.requireSynchronous(specific);
		String key = key(specific, annotation);
		String name = annotation.name();
		String shortName = targetClass.getSimpleName() + "." + specific.getName();
		String resource = StringUtils.hasText(name) ? name : targetClass.getName() + "." + specific.getName();
		return new LockDefinition(specific, new AnnotatedElementKey(specific, targetClass),
				CallContext.positions(specific), key, StringUtils.hasText(name) ? name + ":" : "",
				template(resource, specific, annotation).withName(StringUtils.hasText(name) ? name : shortName));
	}

	private LockRequest template(String resource, Method method, DistributedLock annotation) {
		LockRequest request = LockRequest.of(resource).withWhenLost(LossPolicy.valueOf(annotation.whenLost().name()));
		Duration ttl = ttl(method, annotation);
		request = (ttl != null) ? request.withTtl(ttl) : request;
		Duration waitTime = waitTime(method, annotation);
		request = (waitTime != null) ? request.withWaitTime(waitTime) : request;
		request = (annotation.autoExtend() != AutoExtend.DEFAULT)
				? request.withAutoExtend(annotation.autoExtend() == AutoExtend.ON) : request;
		request = (annotation.maxExtensions() >= 0) ? request.withMaxExtensions(annotation.maxExtensions()) : request;
		return annotation.fencing() ? request.withFencing() : request;
	}

	private static @Nullable DistributedLock annotation(Method method, Class<?> targetClass) {
		DistributedLock own = AnnotatedElementUtils.findMergedAnnotation(method, DistributedLock.class);
		if (own != null || !Modifier.isPublic(method.getModifiers()) || method.isSynthetic()
				|| ReflectionUtils.isObjectMethod(method)) {
			return own;
		}
		return AnnotatedElementUtils.findMergedAnnotation(targetClass, DistributedLock.class);
	}

	private static String key(Method method, DistributedLock annotation) {
		String key = annotation.key();
		if (!annotation.value().isEmpty()) {
			if (!key.isEmpty() && !key.equals(annotation.value())) {
				throw new InvalidLockDefinitionException(method, "'value' and 'key' are different", "Give one of them.",
						null);
			}
			key = annotation.value();
		}
		try {
			if (!key.isEmpty()) {
				parser.parseExpression(key);
			}
			return key;
		}
		catch (ParseException | IllegalStateException ex) {
			throw new InvalidLockDefinitionException(method,
					"the key '%s' is no valid SpEL expression: %s".formatted(key, ex.getMessage()),
					"Correct the expression. A parameter is #name, a literal text needs quotes: \"'order:' + #id\".",
					ex);
		}
	}

	private @Nullable Duration ttl(Method method, DistributedLock annotation) {
		Duration ttl = duration(method, "ttl", annotation.ttl());
		try {
			if (ttl != null) {
				this.ttlCheck.accept(ttl);
			}
			return ttl;
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidLockDefinitionException(method,
					"the ttl '%s' can't be used: %s".formatted(annotation.ttl(), ex.getMessage()),
					"Give a positive ttl such as \"10s\" that is not over the property redlock.max-ttl.", ex);
		}
	}

	private @Nullable Duration waitTime(Method method, DistributedLock annotation) {
		Duration waitTime = duration(method, "waitTime", annotation.waitTime());
		if (waitTime != null && waitTime.isNegative()) {
			throw new InvalidLockDefinitionException(method,
					"the waitTime '%s' is negative".formatted(annotation.waitTime()),
					"Give a waitTime such as \"2s\", or \"0s\" for a single attempt.", null);
		}
		return waitTime;
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
			return DurationStyle.detectAndParse(resolved);
		}
		catch (RuntimeException ex) {
			throw new InvalidLockDefinitionException(method,
					"the %s '%s' is no duration: %s".formatted(attribute, text, ex.getMessage()),
					"Write it like \"10s\", \"PT10S\", \"${my.property}\" or \"#{expression}\".", ex);
		}
	}

}
