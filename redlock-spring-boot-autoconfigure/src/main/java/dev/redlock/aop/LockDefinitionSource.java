package dev.redlock.aop;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.expression.AnnotatedElementKey;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.util.StringValueResolver;

import dev.redlock.LockRequest;
import dev.redlock.LossPolicy;
import dev.redlock.annotation.AutoExtend;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;

/**
 * Finds and checks the {@link DistributedLock} of a method, once. Thread-safe.
 */
public final class LockDefinitionSource {

	private final Map<AnnotatedElementKey, Optional<LockDefinition>> definitions = new ConcurrentHashMap<>();

	/**
	 * Spring asks for all methods again at each creation of a prototype with a proxy.
	 */
	private final Map<AnnotatedElementKey, Boolean> annotated = new ConcurrentHashMap<>();

	private final StringValueResolver placeholders;

	private final LockDurations durations;

	/**
	 * Creates a source.
	 * @param placeholders resolves {@code ${...}} and {@code #{...}} in names and
	 * durations
	 * @param ttlCheck throws an {@link IllegalArgumentException} for a ttl that can't be
	 * @param defaultTtl the ttl of an annotation that gives none
	 */
	public LockDefinitionSource(StringValueResolver placeholders, Consumer<Duration> ttlCheck,
			Supplier<Duration> defaultTtl) {
		this.placeholders = placeholders;
		this.durations = new LockDurations(placeholders, ttlCheck, defaultTtl);
	}

	boolean isCandidate(Class<?> targetClass) {
		return AnnotationUtils.isCandidateClass(targetClass, DistributedLock.class);
	}

	/**
	 * Returns whether a method has the annotation, be it valid or not.
	 */
	boolean isAnnotated(Method method, Class<?> targetClass) {
		Class<?> userClass = ClassUtils.getUserClass(targetClass);
		AnnotatedElementKey key = new AnnotatedElementKey(method, userClass);
		Boolean known = this.annotated.get(key);
		if (known == null) {
			known = LockAnnotation.find(AopUtils.getMostSpecificMethod(method, userClass), method, userClass) != null;
			this.annotated.put(key, known);
		}
		return known;
	}

	/**
	 * Forgets which methods have the annotation: those of all beans are asked for when
	 * the application starts, most of them never again.
	 */
	void forgetMethods() {
		this.annotated.clear();
	}

	/**
	 * Returns what the annotation of a method says.
	 * @param method the called method
	 * @param targetClass the class of the object it is called on
	 * @return the definition, or {@code null} if the method has no annotation
	 * @throws InvalidLockDefinitionException if the annotation can't work
	 */
	@Nullable LockDefinition find(Method method, Class<?> targetClass) {
		AnnotatedElementKey key = new AnnotatedElementKey(method, targetClass);
		Optional<LockDefinition> definition = this.definitions.get(key);
		if (definition == null) {
			// Not within computeIfAbsent: a check may create beans, which brings us here
			// again.
			definition = Optional.ofNullable(define(method, ClassUtils.getUserClass(targetClass)));
			this.definitions.put(key, definition);
		}
		return definition.orElse(null);
	}

	private @Nullable LockDefinition define(Method called, Class<?> targetClass) {
		Method implementing = AopUtils.getMostSpecificMethod(called, targetClass);
		LockAnnotation annotation = LockAnnotation.find(implementing, called, targetClass);
		if (annotation == null) {
			requireUnlocked(called, targetClass);
			return null;
		}
		Method method = GeneratedClasses.written(implementing, targetClass);
		if (!annotation.single()) {
			throw new InvalidLockDefinitionException(method, "more than one @DistributedLock applies to it",
					"Keep one. To lock several resources, use one key that is a list, such as \"{#from, #to}\".", null);
		}
		DistributedLock lock = annotation.lock();
		Map<String, Integer> parameters = CallContext.positions(method, annotation.source());
		String key = key(method, lock);
		ExpressionCheck.check("key", key, method, parameters.keySet());
		WholeKey.requireFit(method, targetClass, annotation, key, parameters);
		ExpressionCheck.check("condition", lock.condition(), method, parameters.keySet());
		TextComparisons comparisons = new TextComparisons(method, targetClass, parameters);
		comparisons.check("key", key);
		comparisons.check("condition", lock.condition());
		requireSkippable(method, lock);
		requireCap(method, lock);
		// Before Spring evaluates #{#id}, to nothing.
		requireSameForAllCalls(method, lock.name(), parameters.keySet());
		String name = name(method, lock);
		requireSameForAllCalls(method, name, parameters.keySet());
		String prefix = name.isEmpty() ? "" : name + ":";
		Class<?> namesake = annotation.namesake(targetClass);
		return new LockDefinition(method, namesake, new AnnotatedElementKey(method, targetClass), parameters,
				lock.condition(), key, prefix, template(method, namesake, lock, name), lock.whenHeld(),
				fallback(method, targetClass, lock), ReturnStyles.of(method, targetClass));
	}

	/**
	 * Checks that nobody meant a lock for a method that the class of the called object
	 * knows nothing of. What it leaves out on purpose, it has.
	 */
	private static void requireUnlocked(Method called, Class<?> targetClass) {
		Class<?> type = ClassUtils.getUserClass(called.getDeclaringClass());
		if (!type.isAssignableFrom(targetClass) && LockAnnotation.find(called, called, type) != null) {
			throw new InvalidLockDefinitionException(called,
					"the object that is called is a %s and no %s, so that its lock was not found"
						.formatted(targetClass.getName(), type.getName()),
					"Let the object implement it, or annotate the method itself.", null);
		}
	}

	private String name(Method method, DistributedLock lock) {
		if (lock.name().isEmpty()) {
			return "";
		}
		if (lock.name().isBlank()) {
			throw new InvalidLockDefinitionException(method, "the name is blank", "Give it a name, or none at all.",
					null);
		}
		try {
			String name = this.placeholders.resolveStringValue(lock.name());
			if (!StringUtils.hasText(name)) {
				throw new IllegalArgumentException("it is empty");
			}
			// A context without Spring Boot leaves what it does not know as it is.
			if (name.contains("${")) {
				throw new IllegalArgumentException("'%s' is not known".formatted(name));
			}
			return name;
		}
		catch (RuntimeException ex) {
			throw new InvalidLockDefinitionException(method,
					"the name '%s' can't be resolved: %s".formatted(lock.name(), ex.getMessage()),
					"Set the property, or write \"${my.property:default}\". What depends on the call goes into the key.",
					ex);
		}
	}

	private static void requireSameForAllCalls(Method method, String name, Set<String> parameters) {
		String parameter = ExpressionCheck.meant(name, parameters);
		if (parameter != null) {
			throw new InvalidLockDefinitionException(method,
					"the name '%s' is a text, in which #%s stands for no parameter".formatted(name, parameter),
					"What depends on the call goes into the key: key = \"#%s\".".formatted(parameter), null);
		}
	}

	private static String key(Method method, DistributedLock lock) {
		if (lock.value().isEmpty()) {
			return lock.key();
		}
		if (!lock.key().isEmpty() && !lock.key().equals(lock.value())) {
			throw new InvalidLockDefinitionException(method, "'value' and 'key' are different", "Give one of them.",
					null);
		}
		return lock.value();
	}

	private static void requireSkippable(Method method, DistributedLock lock) {
		Class<?> type = method.getReturnType();
		if (lock.whenHeld() == WhenHeld.SKIP && type.isPrimitive() && type != void.class) {
			throw new InvalidLockDefinitionException(method,
					"whenHeld = SKIP has nothing to return as %s".formatted(type.getName()),
					"Return %s or an Optional, of which a skipped call returns null or empty."
						.formatted(ClassUtils.resolvePrimitiveIfNecessary(type).getSimpleName()),
					null);
		}
	}

	private static void requireCap(Method method, DistributedLock lock) {
		if (lock.maxExtensions() < -1) {
			throw new InvalidLockDefinitionException(method,
					"maxExtensions = %d is no number of extensions".formatted(lock.maxExtensions()),
					"Give it 0 or more, or none for the property redlock.extension.max.", null);
		}
	}

	private static @Nullable FallbackMethod fallback(Method method, Class<?> targetClass, DistributedLock lock) {
		// The class behind an interface is not known before there is an object of it.
		return (lock.fallbackMethod().isEmpty() || targetClass.isInterface()) ? null
				: FallbackMethod.find(method, targetClass, lock.fallbackMethod());
	}

	private LockRequest template(Method method, Class<?> namesake, DistributedLock lock, String name) {
		boolean named = !name.isEmpty();
		String resource = named ? name : namesake.getName() + "." + method.getName();
		LockRequest request = LockRequest.of(resource)
			.withName(named ? name : namesake.getSimpleName() + "." + method.getName())
			.withWhenLost(LossPolicy.valueOf(lock.whenLost().name()));
		request = this.durations.apply(request, method, lock);
		request = (lock.autoExtend() != AutoExtend.DEFAULT) ? request.withAutoExtend(lock.autoExtend() == AutoExtend.ON)
				: request;
		request = (lock.maxExtensions() >= 0) ? request.withMaxExtensions(lock.maxExtensions()) : request;
		return lock.fencing() ? request.withFencing() : request;
	}

}
