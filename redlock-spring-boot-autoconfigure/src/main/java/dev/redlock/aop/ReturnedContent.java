package dev.redlock.aop;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * What is in a result that is a shell around one object. Collections are not looked into:
 * to read one may be to load it.
 */
final class ReturnedContent {

	/**
	 * By its name, since it need not be on the class path.
	 */
	static final String HTTP_ENTITY = "org.springframework.http.HttpEntity";

	/**
	 * The method of that class that returns the content.
	 */
	static final String BODY = "getBody";

	private ReturnedContent() {
	}

	/**
	 * Returns whether a type does not tell what is in its instances.
	 * @param declared the type, as it was declared
	 */
	static boolean isUnknown(ResolvableType declared) {
		Class<?> type = declared.resolve(Object.class);
		return isShell(type) && declared.getGeneric(0).resolve(Object.class) == Object.class;
	}

	/**
	 * Returns the content of a result, or {@code null} if there is none.
	 */
	static @Nullable Object of(@Nullable Object result) {
		if (result instanceof Optional<?> optional) {
			return optional.orElse(null);
		}
		Class<?> entity = (result != null) ? httpEntity(result.getClass()) : null;
		return (entity != null) ? ReflectionUtils.invokeMethod(ClassUtils.getMethod(entity, BODY), result) : null;
	}

	private static boolean isShell(Class<?> type) {
		return type == Optional.class || httpEntity(type) != null;
	}

	/**
	 * Returns the class of that name that a type extends, if it does.
	 */
	private static @Nullable Class<?> httpEntity(@Nullable Class<?> type) {
		return (type == null || type.getName().equals(HTTP_ENTITY)) ? type : httpEntity(type.getSuperclass());
	}

}
