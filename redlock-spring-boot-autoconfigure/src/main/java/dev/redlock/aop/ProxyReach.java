package dev.redlock.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Supplier;

import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.Advisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AbstractAutoProxyCreator;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.scheduling.annotation.AsyncAnnotationAdvisor;
import org.springframework.scheduling.config.TaskManagementConfigUtils;
import org.springframework.util.ClassUtils;

/**
 * What proxies can guard.
 */
final class ProxyReach implements LockReach {

	private static final Logger logger = LoggerFactory.getLogger(ProxyReach.class);

	private static final List<Class<?>> UNPROXIED = List.of(Advice.class, Pointcut.class, Advisor.class,
			AopInfrastructureBean.class);

	private static final String ASPECT = "org.aspectj.lang.annotation.Aspect";

	private final ConfigurableListableBeanFactory beanFactory;

	private final ContainerCallbacks callbacks;

	private final EarlyReferences earlyReferences;

	ProxyReach(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.callbacks = new ContainerCallbacks(beanFactory);
		this.earlyReferences = new EarlyReferences(beanFactory);
	}

	@Override
	public void require(String bean, Method method, Class<?> type, @Nullable Object singleton) {
		int modifiers = method.getModifiers();
		boolean overridable = Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers)
				|| method.getDeclaringClass().getPackageName().equals(type.getPackageName());
		if (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers)
				|| (Modifier.isFinal(modifiers) && !isReachable(method, type, singleton))) {
			throw new InvalidLockDefinitionException(method,
					"the method is private, static or final, so that no proxy can guard it", remedy(method, type),
					null);
		}
		if (isInNoInterface(method, type, singleton)) {
			throw new InvalidLockDefinitionException(method,
					"the proxy of the bean is one of interfaces, none of which has the method",
					"Declare it in an interface, or let proxies be of classes (spring.aop.proxy-target-class=true).",
					null);
		}
		if (!overridable) {
			throw new InvalidLockDefinitionException(method,
					"only classes of its package can override it, and %s is in another".formatted(type.getName()),
					"Make it protected or public.", null);
		}
		if (isLeftAlone(type) && (singleton == null || !isGuarded(singleton))) {
			throw new InvalidLockDefinitionException(method,
					"Spring puts no proxy around %s, since it is an aspect or an advice itself"
						.formatted(type.getName()),
					"Move the method to another bean, and call it there.", null);
		}
		if (ReturnStyles.isAsync(method, type) && (isHandedOverByAspect(method) || isAsyncInside(singleton))) {
			throw new InvalidLockDefinitionException(method,
					"@Async is applied inside of its proxy, so that the lock would end when the work has only been handed over",
					"Set redlock.aop.mode to aspectj if that is the mode of @EnableAsync, or leave mode and order of "
							+ "@EnableAsync at their defaults.",
					null);
		}
		if (this.callbacks.contain(bean, method, type) && isAnnotatedItself(method, type)) {
			throw new InvalidLockDefinitionException(method,
					"the container calls the method on the object itself and not through its proxy, so that it would run "
							+ "without its lock",
					"Move the work to a method with @EventListener(ApplicationReadyEvent.class), to that of an ApplicationRunner, "
							+ "or to start() or stop(Runnable) of a SmartLifecycle, or call another bean that has the lock.",
					null);
		}
	}

	/**
	 * Returns whether the aspect of Spring hands such a method over to another thread.
	 */
	private boolean isHandedOverByAspect(Method method) {
		Class<?> result = method.getReturnType();
		return (result == void.class || Future.class.isAssignableFrom(result))
				&& this.beanFactory.containsBean(TaskManagementConfigUtils.ASYNC_EXECUTION_ASPECT_BEAN_NAME);
	}

	/**
	 * Returns whether a lock was meant for a method that the proxy does not have.
	 */
	private static boolean isInNoInterface(Method method, Class<?> type, @Nullable Object singleton) {
		return singleton != null && AopUtils.isJdkDynamicProxy(singleton) && !method.getDeclaringClass().isInterface()
				&& isAnnotatedItself(method, type)
				&& Arrays.stream(singleton.getClass().getInterfaces())
					.flatMap((each) -> Arrays.stream(each.getMethods()))
					.noneMatch((each) -> AopUtils.getMostSpecificMethod(each, type).equals(method));
	}

	/**
	 * Returns whether a proxy hands a call over to another thread inside of the lock.
	 */
	private static boolean isAsyncInside(@Nullable Object singleton) {
		boolean locked = false;
		Object layer = singleton;
		while (layer instanceof Advised advised) {
			for (Advisor advisor : advised.getAdvisors()) {
				if (locked && advisor instanceof AsyncAnnotationAdvisor) {
					return true;
				}
				locked = locked || advisor instanceof DistributedLockAdvisor;
			}
			layer = AopProxyUtils.getSingletonTarget(layer);
		}
		return false;
	}

	/**
	 * Returns whether Spring makes no proxy for a class, so that no aspect is around
	 * itself.
	 */
	private static boolean isLeftAlone(Class<?> type) {
		return UNPROXIED.stream().anyMatch((unproxied) -> unproxied.isAssignableFrom(type))
				|| MergedAnnotations.from(type, SearchStrategy.SUPERCLASS).isPresent(ASPECT);
	}

	/**
	 * Returns whether a lock was meant for a method, and not for the rest of its class.
	 */
	private static boolean isAnnotatedItself(Method method, Class<?> type) {
		LockAnnotation annotation = LockAnnotation.find(method, method, type);
		return annotation != null && annotation.source() != null;
	}

	private static String remedy(Method method, Class<?> type) {
		LockAnnotation annotation = LockAnnotation.find(method, method, type);
		return (annotation != null && annotation.source() == null)
				? "Annotate the methods that need the lock, instead of the class %s."
					.formatted(annotation.owner().getName())
				: "Annotate a method that is not private, static or final, and call it from another bean.";
	}

	/**
	 * Returns whether a proxy may be one of interfaces that have a final method.
	 */
	private static boolean isReachable(Method method, Class<?> type, @Nullable Object singleton) {
		return !ClassUtils.getInterfaceMethodIfPossible(method, type).equals(method)
				&& !AopUtils.isCglibProxy(singleton);
	}

	@Override
	public boolean dependsOnProxy(Method method, Class<?> type) {
		return Modifier.isFinal(method.getModifiers()) || ClassUtils.getAllInterfacesForClass(type).length > 0
				|| ReturnStyles.isAsync(method, type);
	}

	@Override
	public void requireMade(String bean, Object made, Supplier<Set<Method>> methods) {
		// Its methods are not worth looking for each time a prototype is made.
		if (!(made instanceof SpringProxy) && this.earlyReferences.mayBeGivenEarly(bean)) {
			methods.get().forEach((method) -> this.earlyReferences.require(bean, method));
		}
	}

	@Override
	public void requireGuard(String bean, Method method, @Nullable Object singleton) {
		if (singleton != null && isGuarded(singleton)) {
			return;
		}
		if (this.beanFactory.getBeanNamesForType(AbstractAutoProxyCreator.class, true, false).length == 0) {
			throw new InvalidLockDefinitionException(method, "auto-proxying is switched off in this application",
					"Remove spring.aop.auto=false or the exclusion of AopAutoConfiguration, or add @EnableAspectJAutoProxy.",
					null);
		}
		if (singleton != null) {
			logger.warn("Bean '{}' is not behind a proxy of Redlock, so that {}.{} runs without its lock. The bean "
					+ "was created too early, because a BeanFactoryPostProcessor or BeanPostProcessor depends on it, "
					+ "or it was registered as a ready-made singleton. Let the context create it, later.", bean,
					method.getDeclaringClass().getName(), method.getName());
		}
	}

	/**
	 * Returns whether the advice is around an object, or may be: a proxy need not tell.
	 */
	private static boolean isGuarded(Object singleton) {
		Object layer = singleton;
		while (layer instanceof Advised advised) {
			if (Arrays.stream(advised.getAdvisors()).anyMatch(DistributedLockAdvisor.class::isInstance)) {
				return true;
			}
			layer = AopProxyUtils.getSingletonTarget(layer);
		}
		return layer == null || layer instanceof SpringProxy || Mocks.isMock(layer);
	}

}
