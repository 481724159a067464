package dev.redlock.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;

import org.springframework.util.ClassUtils;

/**
 * The classes of lambdas and of proxies of the JDK. Each JVM numbers them by itself, and
 * their methods have lost what the interfaces say of types and names.
 */
final class GeneratedClasses {

	private GeneratedClasses() {
	}

	static boolean isOne(Class<?> type) {
		return type.isHidden() || Proxy.isProxyClass(type);
	}

	/**
	 * Returns a method as it was written.
	 * @param method the method of a class
	 * @param type the class
	 * @return the method of the interface, if the class is a generated one
	 */
	static Method written(Method method, Class<?> type) {
		return isOne(type) ? ClassUtils.getAllInterfacesForClassAsSet(type)
			.stream()
			.flatMap((each) -> Arrays.stream(each.getMethods()))
			.filter((each) -> isImplemented(each, method))
			.reduce(GeneratedClasses::nearer)
			.orElse(method) : method;
	}

	private static boolean isImplemented(Method declared, Method method) {
		return declared.getName().equals(method.getName()) && !declared.isBridge()
				&& !Modifier.isStatic(declared.getModifiers())
				&& Arrays.equals(declared.getParameterTypes(), method.getParameterTypes());
	}

	private static Method nearer(Method one, Method other) {
		return (one.getDeclaringClass() != other.getDeclaringClass()
				&& one.getDeclaringClass().isAssignableFrom(other.getDeclaringClass())) ? other : one;
	}

}
