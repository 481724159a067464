package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * The methods that the container calls when it makes and destroys a bean: on the object
 * itself, past any proxy of it.
 */
final class ContainerCallbacks {

	private static final String PRE_DESTROY = "jakarta.annotation.PreDestroy";

	/**
	 * By their names, since they need not be on the class path.
	 */
	private static final Set<String> LIFECYCLE = Set.of("jakarta.annotation.PostConstruct", PRE_DESTROY);

	private static final Set<String> INJECTION = Set.of("org.springframework.beans.factory.annotation.Autowired",
			"org.springframework.beans.factory.annotation.Value", "jakarta.inject.Inject",
			"jakarta.annotation.Resource");

	/**
	 * Spring Batch calls the methods of its listeners in the same way.
	 */
	private static final String BATCH = "org.springframework.batch.core.annotation.";

	private static final String CLOSE = "close";

	private static final String SHUTDOWN = "shutdown";

	private final ConfigurableListableBeanFactory beanFactory;

	ContainerCallbacks(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Returns whether a method is one of them.
	 * @param bean the name of the bean
	 * @param method the method of the bean's class
	 * @param type the bean's class
	 */
	boolean contain(String bean, Method method, Class<?> type) {
		if (isProduct(bean, type)) {
			return false;
		}
		return isOfType(method, type) || (method.getParameterCount() == 0 && isOfDefinition(bean, method, type));
	}

	/**
	 * Returns whether a method is one of them in any bean.
	 * @param method the method of the class
	 * @param type the class
	 */
	static boolean isOne(Method method, Class<?> type) {
		return isOfType(method, type) || (method.getName().equals(CLOSE) && method.getParameterCount() == 0
				&& AutoCloseable.class.isAssignableFrom(type));
	}

	/**
	 * Returns whether the container calls a method when the application ends.
	 * @param bean the name of the bean
	 * @param method the method of the bean's class
	 * @param type the bean's class
	 */
	boolean endsWithApplication(String bean, Method method, Class<?> type) {
		AbstractBeanDefinition definition = definition(bean);
		return definition != null && definition.isSingleton() && !isProduct(bean, type) && isEnd(method, type);
	}

	private static boolean isEnd(Method method, Class<?> type) {
		return method.getParameterCount() == 0
				&& ((method.getName().equals("destroy") && DisposableBean.class.isAssignableFrom(type))
						|| isAnnotated(method, Set.of(PRE_DESTROY)));
	}

	private static boolean isOfType(Method method, Class<?> type) {
		return isInjection(method) || isOfBatch(method) || isOfAware(method, type)
				|| (method.getParameterCount() == 0 && (isOfInterface(method, type) || isAnnotated(method, LIFECYCLE)));
	}

	/**
	 * Returns whether a bean comes from a factory bean: that one is all the container
	 * calls.
	 */
	private boolean isProduct(String bean, Class<?> type) {
		String name = definitionName(bean);
		return this.beanFactory.containsBean(name) && this.beanFactory.isFactoryBean(name)
				&& !FactoryBean.class.isAssignableFrom(type);
	}

	/**
	 * Returns whether the container calls a method to inject something. A method that
	 * overrides one is not called unless it has the annotation, too.
	 */
	private static boolean isInjection(Method method) {
		MergedAnnotations annotations = MergedAnnotations.from(method);
		return INJECTION.stream().anyMatch(annotations::isPresent);
	}

	private static boolean isOfBatch(Method method) {
		return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.stream()
			.anyMatch((annotation) -> annotation.getType().getName().startsWith(BATCH));
	}

	/**
	 * Returns whether a method is the setter of an interface such as
	 * {@link org.springframework.context.ApplicationContextAware}, perhaps of one of the
	 * application.
	 */
	private static boolean isOfAware(Method method, Class<?> type) {
		return Aware.class.isAssignableFrom(type) && method.getParameterCount() == 1
				&& method.getName().startsWith("set")
				&& ClassUtils.getAllInterfacesForClassAsSet(type)
					.stream()
					.filter(Aware.class::isAssignableFrom)
					.flatMap((aware) -> Arrays.stream(aware.getMethods()))
					.filter((setter) -> Aware.class.isAssignableFrom(setter.getDeclaringClass()))
					.anyMatch((setter) -> setter.getName().equals(method.getName())
							&& AopUtils.getMostSpecificMethod(setter, type).equals(method));
	}

	private static boolean isOfInterface(Method method, Class<?> type) {
		return (method.getName().equals("afterPropertiesSet") && InitializingBean.class.isAssignableFrom(type))
				|| (method.getName().equals("destroy") && DisposableBean.class.isAssignableFrom(type))
				|| (method.getName().equals("stop") && isStoppedByItself(type));
	}

	/**
	 * Returns whether the container calls {@link SmartLifecycle#stop(Runnable)}, which
	 * calls {@code this.stop()}. What an interface is given for it, its class decides.
	 */
	private static boolean isStoppedByItself(Class<?> type) {
		if (!SmartLifecycle.class.isAssignableFrom(type) || type.isInterface()) {
			return false;
		}
		Method stop = ClassUtils.getMethod(type, "stop", Runnable.class);
		return stop.getDeclaringClass() == SmartLifecycle.class;
	}

	private static boolean isAnnotated(Method method, Set<String> types) {
		MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		return types.stream().anyMatch(annotations::isPresent);
	}

	private boolean isOfDefinition(String bean, Method method, Class<?> type) {
		AbstractBeanDefinition definition = definition(bean);
		if (definition == null) {
			return false;
		}
		String name = method.getName();
		return isNamed(name, definition.getInitMethodNames())
				|| (!definition.isPrototype() && isNamed(name, definition.getDestroyMethodNames()))
				|| name.equals(inferredDestroyMethod(definition, type));
	}

	private @Nullable AbstractBeanDefinition definition(String bean) {
		String name = definitionName(bean);
		BeanDefinition definition = this.beanFactory.containsBeanDefinition(name)
				? this.beanFactory.getMergedBeanDefinition(name) : null;
		return (definition instanceof AbstractBeanDefinition known) ? known : null;
	}

	private String definitionName(String bean) {
		String target = ScopedProxyUtils.getTargetBeanName(bean);
		return this.beanFactory.containsBeanDefinition(target) ? target : bean;
	}

	private static boolean isNamed(String method, String @Nullable [] names) {
		return names != null && Arrays.asList(names).contains(method);
	}

	/**
	 * Returns the method that ends a bean though nobody says so.
	 */
	private static @Nullable String inferredDestroyMethod(AbstractBeanDefinition definition, Class<?> type) {
		String named = definition.getDestroyMethodName();
		boolean closeable = AutoCloseable.class.isAssignableFrom(type);
		// Nobody but its owner ends a prototype.
		boolean inferred = !definition.isPrototype() && isInferred(named, closeable);
		if (!inferred || DisposableBean.class.isAssignableFrom(type)) {
			return null;
		}
		return (closeable || ClassUtils.hasMethod(type, CLOSE)) ? CLOSE : SHUTDOWN;
	}

	private static boolean isInferred(@Nullable String named, boolean closeable) {
		return AbstractBeanDefinition.INFER_METHOD.equals(named) || (named == null && closeable);
	}

}
