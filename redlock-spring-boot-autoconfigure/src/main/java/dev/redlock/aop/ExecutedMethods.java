package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.expression.AnnotatedElementKey;

/**
 * Finds the annotations of methods that are woven. Such a method is the one that runs,
 * where a proxy is asked for one that the class of the object may override; and whoever
 * calls it, the container too, comes by the lock. Thread-safe.
 */
final class ExecutedMethods implements LockDefinitions {

	private final LockDefinitionSource source;

	private final Map<AnnotatedElementKey, Optional<LockDefinition>> definitions = new ConcurrentHashMap<>();

	ExecutedMethods(LockDefinitionSource source) {
		this.source = source;
	}

	@Override
	public @Nullable LockDefinition find(Method method, Class<?> targetClass) {
		AnnotatedElementKey key = new AnnotatedElementKey(method, targetClass);
		Optional<LockDefinition> definition = this.definitions.get(key);
		if (definition == null) {
			definition = Optional.ofNullable(define(method, owner(method, targetClass)));
			this.definitions.put(key, definition);
		}
		return definition.orElse(null);
	}

	/**
	 * Returns the class whose method runs: not that of the object if its method has
	 * called the one that it overrides.
	 */
	private static Class<?> owner(Method method, Class<?> targetClass) {
		return AopUtils.getMostSpecificMethod(method, targetClass).equals(method) ? targetClass
				: method.getDeclaringClass();
	}

	private @Nullable LockDefinition define(Method method, Class<?> type) {
		LockAnnotation annotation = LockAnnotation.find(method, method, type);
		// What a lock of the class is not for, whatever calls it.
		return (annotation != null && annotation.source() == null && ContainerCallbacks.isOne(method, type)) ? null
				: this.source.find(method, type);
	}

}
