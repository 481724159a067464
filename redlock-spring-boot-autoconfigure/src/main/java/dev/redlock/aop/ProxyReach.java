package dev.redlock.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;

/**
 * What proxies can guard.
 */
final class ProxyReach implements LockReach {

	@Override
	public void require(Method method, Class<?> type, @Nullable Object singleton) {
		int modifiers = method.getModifiers();
		if (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers)
				|| (Modifier.isFinal(modifiers) && !isReachable(method, type, singleton))) {
			throw new InvalidLockDefinitionException(method,
					"the method is private, static or final, so that no proxy can guard it",
					"Annotate a method that is none of them, and that is called from another bean.", null);
		}
	}

	/**
	 * Returns whether a proxy may be one of interfaces that have a final method.
	 */
	private static boolean isReachable(Method method, Class<?> type, @Nullable Object singleton) {
		return !ClassUtils.getInterfaceMethodIfPossible(method, type).equals(method)
				&& !AopUtils.isCglibProxy(singleton);
	}

}
