package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Map;

import org.springframework.core.ResolvableType;

/**
 * A key that is a parameter as a whole, as its type tells whether it can be one.
 */
final class WholeKey {

	private WholeKey() {
	}

	/**
	 * Checks the type.
	 * @param method the annotated method
	 * @param targetClass the class of the object that has it
	 * @param annotation its annotation
	 * @param key the expression
	 * @param parameters the positions of the parameters by all their names
	 * @throws InvalidLockDefinitionException if the parameter can't be a key
	 */
	static void requireFit(Method method, Class<?> targetClass, LockAnnotation annotation, String key,
			Map<String, Integer> parameters) {
		Integer position = key.startsWith("#") ? parameters.get(key.substring(1)) : null;
		if (position == null) {
			return;
		}
		Class<?> type = method.getParameterTypes()[position];
		if (KeyValues.isOneValue(type)) {
			throw new InvalidLockDefinitionException(method,
					"the key '%s' is a %s, of which each element would be locked".formatted(key, type.getSimpleName()),
					"Give its text, such as in hex.", null);
		}
		ResolvableType resolved = ResolvableType.forMethodParameter(method, position, targetClass);
		// Of a whole class, there may be methods that nobody calls for work.
		if (annotation.source() != null && KeyValues.isUnfit(resolved)) {
			throw new InvalidLockDefinitionException(method,
					"the key '%s' is a %s, but %s".formatted(key, resolved, KeyValues.WHICH_FIT),
					"Name what to lock, as in \"#order.id\".", null);
		}
	}

}
