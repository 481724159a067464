package dev.redlock.aop;

import java.util.Arrays;
import java.util.List;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.util.ClassUtils;

/**
 * What is behind proxies.
 */
final class Targets {

	/** For each class, since calls ask for it. */
	private static final ClassValue<List<Class<?>>> LOCKED_TYPES = new ClassValue<>() {

		@Override
		protected List<Class<?>> computeValue(Class<?> type) {
			return LockAnnotation.hierarchy(type).filter(Targets::isLocked).toList();
		}

	};

	private Targets() {
	}

	private static boolean isLocked(Class<?> type) {
		return LockAnnotation.isDirectlyOn(type)
				|| Arrays.stream(type.getDeclaredMethods()).anyMatch(LockAnnotation::isDirectlyOn);
	}

	/**
	 * Returns the class whose annotations count for an object: that of what is behind all
	 * proxies around it. Of a proxy with a lock of which that knows nothing, such as an
	 * interface that is implemented by interceptors, it is the class of the proxy.
	 * @param object a proxy, or any other object
	 */
	static Class<?> type(Object object) {
		Class<?> type = object.getClass();
		Class<?> ultimate = AopProxyUtils.ultimateTargetClass(object);
		if (type != ultimate) {
			for (Class<?> locked : LOCKED_TYPES.get(type)) {
				if (!locked.isAssignableFrom(ultimate)) {
					return ClassUtils.getUserClass(type);
				}
			}
		}
		return ultimate;
	}

	/**
	 * Returns the object behind all proxies around it, as far as they always lead to the
	 * same one.
	 * @param object a proxy, or any other object
	 */
	static Object innermost(Object object) {
		Object target = object;
		Object inner = AopProxyUtils.getSingletonTarget(target);
		while (inner != null) {
			target = inner;
			inner = AopProxyUtils.getSingletonTarget(target);
		}
		return target;
	}

}
