package dev.redlock.aop;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

import dev.redlock.annotation.DistributedLock;

/**
 * What the {@link DistributedLockAspect} guards. AspectJ knows nothing of annotations
 * that an interface gives a method, nor of those several steps away.
 */
final class WovenReach implements LockReach {

	/**
	 * What the weaver adds to the name of a method when it takes the body out of it.
	 */
	private static final String BODY = "_aroundBody";

	@Override
	public void require(Method method, Class<?> type, @Nullable Object singleton) {
		if (Modifier.isAbstract(method.getModifiers())) {
			// Of an interface; the class behind it is not known yet.
			return;
		}
		if (!isSelected(method)) {
			throw new InvalidLockDefinitionException(method,
					"AspectJ does not see the annotation there, so that the method would run without its lock",
					"Annotate the method itself, or the class that declares it, with @DistributedLock or with an "
							+ "annotation that has it.",
					null);
		}
		if (!isWoven(method)) {
			throw new InvalidLockDefinitionException(method, "the class was not woven when it was loaded",
					"Add it to the <weaver> of a META-INF/aop.xml, if that includes some classes only, or set "
							+ "redlock.aop.mode to proxy.",
					null);
		}
	}

	private static boolean isSelected(Method method) {
		return hasLock(method) || (Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
				&& isOfLockedType(method.getDeclaringClass()));
	}

	private static boolean isOfLockedType(Class<?> type) {
		Class<?> superclass = type.getSuperclass();
		return hasLock(type) || (superclass != null && isOfLockedType(superclass))
				|| Arrays.stream(ClassUtils.getAllInterfacesForClass(type)).anyMatch(WovenReach::hasLock);
	}

	private static boolean hasLock(AnnotatedElement element) {
		return Arrays.stream(element.getDeclaredAnnotations())
			.map((annotation) -> (Class<?>) annotation.annotationType())
			.anyMatch((type) -> type == DistributedLock.class || type.isAnnotationPresent(DistributedLock.class));
	}

	private static boolean isWoven(Method method) {
		return Arrays.stream(method.getDeclaringClass().getDeclaredMethods())
			.anyMatch((body) -> body.getName().startsWith(method.getName() + BODY));
	}

}
