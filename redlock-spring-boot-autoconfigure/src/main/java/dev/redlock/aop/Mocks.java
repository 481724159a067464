package dev.redlock.aop;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Knows the mocks of Mockito, whose classes need not tell, if it is on the class path.
 */
final class Mocks {

	private static final String MOCKITO = "org.mockito.Mockito";

	private Mocks() {
	}

	static boolean isMock(Object bean) {
		ClassLoader loader = ClassUtils.getDefaultClassLoader();
		if (!ClassUtils.isPresent(MOCKITO, loader)) {
			return false;
		}
		Object details = call(ClassUtils.resolveClassName(MOCKITO, loader), "mockingDetails", null, bean);
		return details != null && Boolean.TRUE.equals(call(details.getClass(), "isMock", details));
	}

	private static @Nullable Object call(Class<?> type, String name, @Nullable Object target, Object... arguments) {
		Method method = ClassUtils.getMethod(type, name,
				(arguments.length > 0) ? new Class<?>[] { Object.class } : new Class<?>[0]);
		ReflectionUtils.makeAccessible(method);
		return ReflectionUtils.invokeMethod(method, target, arguments);
	}

}
