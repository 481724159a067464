package dev.redlock.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

import dev.redlock.LockNotAcquiredException;

/**
 * The method that is called when the lock of another one could not be had.
 *
 * @param method the method, of any visibility
 * @param takesException whether its last parameter is the reason
 */
record FallbackMethod(Method method, boolean takesException) {

	/**
	 * Finds a fallback method.
	 * @param annotated the method it stands in for
	 * @param targetClass where to look for it, also in what that inherits
	 * @param name its name
	 * @return the method with the reason as last parameter, else the one without
	 * @throws InvalidLockDefinitionException if there is none that fits
	 */
	static FallbackMethod find(Method annotated, Class<?> targetClass, String name) {
		Method[] named = named(targetClass, name);
		boolean other = !name.equals(annotated.getName());
		return Stream.of(true, false)
			.filter((takesException) -> takesException || other)
			.flatMap((takesException) -> Arrays.stream(named)
				.filter((method) -> fits(method, annotated, targetClass, takesException))
				.map((method) -> new FallbackMethod(method, takesException)))
			.findFirst()
			.map((fallback) -> fallback.requireNoOtherExceptions(annotated, name).accessible())
			.orElseThrow(() -> missing(annotated, targetClass, name, named));
	}

	/**
	 * Returns whether a method stands in for the others of its class. Of those that have
	 * the name, it is only those that take the reason, if there are any.
	 * @param method the method
	 * @param targetClass the class
	 * @param name the name of the fallback method of the class
	 * @return whether it is a fallback method
	 */
	static boolean isOne(Method method, Class<?> targetClass, String name) {
		return method.getName().equals(name) && (takesReason(method)
				|| (Arrays.stream(named(targetClass, name)).noneMatch(FallbackMethod::takesReason)
						&& standsIn(method, targetClass)));
	}

	/**
	 * Returns whether there is a method that another one without the reason fits: one
	 * that only has the name of the fallback method is a method like any other.
	 */
	private static boolean standsIn(Method method, Class<?> targetClass) {
		return Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(targetClass))
			.filter((other) -> other.getDeclaringClass() != Object.class && !other.getName().equals(method.getName()))
			.anyMatch((other) -> fits(method, other, targetClass, false));
	}

	private static Method[] named(Class<?> targetClass, String name) {
		return Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(targetClass))
			.filter((method) -> method.getName().equals(name))
			// Such as the one of a public method whose class is package-private.
			.map(BridgeMethodResolver::findBridgedMethod)
			.filter((method) -> !method.isBridge())
			.map((method) -> GeneratedClasses.written(method, targetClass))
			.distinct()
			.toArray(Method[]::new);
	}

	private static boolean takesReason(Method method) {
		int count = method.getParameterCount();
		return count > 0 && isReason(method.getParameterTypes()[count - 1]);
	}

	private static boolean fits(Method method, Method annotated, Class<?> targetClass, boolean takesException) {
		int count = annotated.getParameterCount();
		if (method.getParameterCount() != (takesException ? count + 1 : count)
				|| !returned(annotated, targetClass).isAssignableFrom(returned(method, targetClass))
				|| (Modifier.isStatic(annotated.getModifiers()) && !Modifier.isStatic(method.getModifiers()))) {
			return false;
		}
		for (int i = 0; i < count; i++) {
			if (!parameter(method, i, targetClass).equals(parameter(annotated, i, targetClass))) {
				return false;
			}
		}
		return !takesException || isReason(method.getParameterTypes()[count]);
	}

	private static Class<?> returned(Method method, Class<?> targetClass) {
		return ResolvableType.forMethodReturnType(method, targetClass).resolve(method.getReturnType());
	}

	private static Class<?> parameter(Method method, int index, Class<?> targetClass) {
		return ResolvableType.forMethodParameter(method, index, targetClass).resolve(method.getParameterTypes()[index]);
	}

	private static boolean isReason(Class<?> type) {
		return Throwable.class.isAssignableFrom(type) && type.isAssignableFrom(LockNotAcquiredException.class);
	}

	private static InvalidLockDefinitionException missing(Method annotated, Class<?> targetClass, String name,
			Method[] named) {
		String parameters = Arrays.stream(annotated.getParameterTypes())
			.map(Class::getSimpleName)
			.collect(Collectors.joining(", "));
		String found = (named.length == 0) ? "there is no such method"
				: "it does not fit: " + Arrays.stream(named).map(Method::toString).collect(Collectors.joining("; "));
		return new InvalidLockDefinitionException(annotated,
				"the fallbackMethod '%s' can't be used, since %s".formatted(name, found),
				"Declare it in %s: %s %s(%s), with or without the exception.".formatted(
						(GeneratedClasses.isOne(targetClass) ? annotated.getDeclaringClass() : targetClass)
							.getSimpleName(),
						annotated.getReturnType().getSimpleName(), name,
						(parameters.isEmpty() ? "" : parameters + ", ") + "LockNotAcquiredException"),
				null);
	}

	/**
	 * Checks what the method may throw: callers are not ready for a checked exception
	 * that the other one does not declare, and a proxy would hide it in an
	 * {@code UndeclaredThrowableException}. Kotlin knows no such exceptions, and a future
	 * or publisher may fail with any.
	 */
	private FallbackMethod requireNoOtherExceptions(Method annotated, String name) {
		if (KotlinDetector.isKotlinType(annotated.getDeclaringClass())
				|| ReturnStyles.isUnfinished(annotated.getReturnType())) {
			return this;
		}
		for (Class<?> type : this.method.getExceptionTypes()) {
			if (!RuntimeException.class.isAssignableFrom(type) && !Error.class.isAssignableFrom(type)
					&& !ReflectionUtils.declaresException(annotated, type)) {
				throw new InvalidLockDefinitionException(annotated,
						("the fallbackMethod '%s' can't be used, since it may throw %s, which the annotated method does "
								+ "not declare")
							.formatted(name, type.getName()),
						"Add 'throws %s' to the annotated method, or handle it in the fallback method."
							.formatted(type.getSimpleName()),
						null);
			}
		}
		return this;
	}

	private FallbackMethod accessible() {
		ReflectionUtils.makeAccessible(this.method);
		return this;
	}

	/**
	 * Calls the method on the object behind the proxy, so without a lock.
	 * @param invocation the call that could not have its lock
	 * @param ex the reason
	 * @return what the method returned
	 * @throws Throwable what the method threw
	 */
	@Nullable Object invoke(MethodInvocation invocation, LockNotAcquiredException ex) throws Throwable {
		@Nullable Object[] arguments = invocation.getArguments();
		if (this.takesException) {
			arguments = Arrays.copyOf(arguments, arguments.length + 1);
			arguments[arguments.length - 1] = ex;
		}
		return AopUtils.invokeJoinpointUsingReflection(target(invocation), this.method, arguments);
	}

	/**
	 * Returns the object behind all proxies. A method that is private is called on what
	 * it is given, and one of Spring's proxies of classes has nothing in its fields.
	 */
	private @Nullable Object target(MethodInvocation invocation) {
		Object target = invocation.getThis();
		Object innermost = (target != null) ? Targets.innermost(target) : null;
		// What only an interface has, its proxy answers.
		return this.method.getDeclaringClass().isInstance(innermost) ? innermost : target;
	}

}
