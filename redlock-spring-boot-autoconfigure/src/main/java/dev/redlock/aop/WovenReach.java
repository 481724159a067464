package dev.redlock.aop;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
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

	private final KnownBeans beans;

	private final ContainerCallbacks callbacks;

	WovenReach(ConfigurableListableBeanFactory beanFactory) {
		this.callbacks = new ContainerCallbacks(beanFactory);
		this.beans = new KnownBeans(beanFactory);
	}

	@Override
	public void require(String bean, Method method, Class<?> type, @Nullable Object singleton) {
		if (!Modifier.isAbstract(method.getModifiers())) {
			if (hasLock(method) && this.callbacks.endsWithApplication(bean, method, type)) {
				throw new InvalidLockDefinitionException(method,
						"the container calls the method when the application ends and there are no locks any more",
						"Move the work to a listener of ContextClosedEvent, or to stop() of a SmartLifecycle.", null);
			}
			requireWoven(method);
			return;
		}
		Object object = (singleton != null) ? singleton : this.beans.product(bean);
		Class<?> target = (object != null) ? ClassUtils.getUserClass(AopProxyUtils.ultimateTargetClass(object)) : null;
		if (target != null && !Proxy.isProxyClass(target) && method.getDeclaringClass().isAssignableFrom(target)) {
			requireWoven(AopUtils.getMostSpecificMethod(method, target));
		}
		else if (!isOfLockedType(type)) {
			throw unseen(method,
					"Annotate the method of the class that implements it, or set redlock.aop.mode to proxy.");
		}
		else if (target != null || Proxy.isProxyClass(type)) {
			throw new InvalidLockDefinitionException(method,
					"the object behind the interface is a proxy, which AspectJ does not weave",
					"Annotate the methods that call it, or set redlock.aop.mode to proxy.", null);
		}
	}

	private static void requireWoven(Method method) {
		if (!isSelected(method)) {
			throw unseen(method, "Annotate the method itself, or the class that declares it, with @DistributedLock or "
					+ "with an annotation that has it.");
		}
		if (Modifier.isSynchronized(method.getModifiers()) && ReturnStyles.isUnfinished(method.getReturnType())) {
			throw new InvalidLockDefinitionException(method,
					"it is synchronized, but AspectJ takes the body out of it, which runs without the monitor when the lock was acquired",
					"Synchronize inside of the method.", null);
		}
		if (!isWoven(method)) {
			throw new InvalidLockDefinitionException(method, "the class was not woven when it was loaded",
					"Add it to the <weaver> of a META-INF/aop.xml, if that includes some classes only, or set "
							+ "redlock.aop.mode to proxy.",
					null);
		}
	}

	private static InvalidLockDefinitionException unseen(Method method, String remedy) {
		return new InvalidLockDefinitionException(method,
				"AspectJ does not see the annotation there, so that the method would run without its lock", remedy,
				null);
	}

	private static boolean isSelected(Method method) {
		Class<?> type = method.getDeclaringClass();
		return hasLock(method) || (Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())
				&& (hasLock(type) || isOfLockedType(method, type.getSuperclass())
						|| Arrays.stream(type.getInterfaces()).anyMatch((each) -> isOfLockedType(method, each))));
	}

	/**
	 * Returns whether a method overrides one that a type with the annotation has.
	 */
	private static boolean isOfLockedType(Method method, @Nullable Class<?> type) {
		if (type == null) {
			return false;
		}
		return (hasLock(type) && Stream.of(type.getMethods(), type.getDeclaredMethods())
			.flatMap(Arrays::stream)
			.anyMatch((each) -> isOverridden(each, method))) || isOfLockedType(method, type.getSuperclass())
				|| Arrays.stream(type.getInterfaces()).anyMatch((each) -> isOfLockedType(method, each));
	}

	private static boolean isOverridden(Method one, Method by) {
		return one.getName().equals(by.getName()) && one.getParameterCount() == by.getParameterCount()
				&& AopUtils.getMostSpecificMethod(one, by.getDeclaringClass()).equals(by);
	}

	private static boolean isOfLockedType(Class<?> type) {
		Class<?> superclass = type.getSuperclass();
		return hasLock(type) || (superclass != null && isOfLockedType(superclass))
				|| Arrays.stream(type.getInterfaces()).anyMatch(WovenReach::isOfLockedType);
	}

	private static boolean hasLock(AnnotatedElement element) {
		return element.isAnnotationPresent(DistributedLock.class) || Arrays.stream(element.getDeclaredAnnotations())
			.anyMatch((annotation) -> annotation.annotationType().isAnnotationPresent(DistributedLock.class));
	}

	private static boolean isWoven(Method method) {
		return Arrays.stream(method.getDeclaringClass().getDeclaredMethods())
			.anyMatch((body) -> body.getName().startsWith(method.getName() + BODY));
	}

}
