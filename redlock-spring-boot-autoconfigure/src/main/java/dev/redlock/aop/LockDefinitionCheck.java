package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Component;
import org.springframework.util.ReflectionUtils.MethodFilter;

import dev.redlock.Redlock;
import dev.redlock.aop.EarlyBeans.MadeBean;

/**
 * Checks the annotations of all beans when the application starts, so that one that can't
 * work does not wait for its first call to say so. A class that is not known by then, but
 * only an interface of it, is checked when the first bean of it is made.
 */
public final class LockDefinitionCheck implements SmartInitializingSingleton, BeanPostProcessor {

	private static final Logger logger = LoggerFactory.getLogger(LockDefinitionCheck.class);

	private final LockDefinitionSource definitions;

	private final ConfigurableListableBeanFactory beanFactory;

	private final KnownBeans beans;

	private final RedlockBeans redlocks;

	private final LockReach reach;

	private final ExpressionReferences references;

	private final Set<Class<?>> checked = ConcurrentHashMap.newKeySet();

	private final EarlyBeans early = new EarlyBeans();

	/** Known when the application has started. */
	private volatile List<LockNameListener> listeners = List.of();

	/**
	 * Creates the check of an application whose beans are guarded by proxies.
	 * @param definitions finds and checks the annotations
	 * @param beanFactory has the beans
	 * @param redlock finds the locks
	 */
	public LockDefinitionCheck(LockDefinitionSource definitions, ConfigurableListableBeanFactory beanFactory,
			Supplier<Redlock> redlock) {
		this(definitions, beanFactory, redlock, new ProxyReach(beanFactory));
	}

	private LockDefinitionCheck(LockDefinitionSource definitions, ConfigurableListableBeanFactory beanFactory,
			Supplier<Redlock> redlock, LockReach reach) {
		this.definitions = definitions;
		this.beanFactory = beanFactory;
		this.beans = new KnownBeans(beanFactory);
		this.redlocks = new RedlockBeans(beanFactory, redlock);
		this.reach = reach;
		this.references = new ExpressionReferences(beanFactory);
	}

	/**
	 * Returns the check of an application whose classes are woven.
	 * @param definitions finds and checks the annotations
	 * @param beanFactory has the beans
	 * @param redlock finds the locks
	 * @return the check
	 */
	public static LockDefinitionCheck ofWoven(LockDefinitionSource definitions,
			ConfigurableListableBeanFactory beanFactory, Supplier<Redlock> redlock) {
		return new LockDefinitionCheck(definitions, beanFactory, redlock, new WovenReach(beanFactory));
	}

	/**
	 * Checks the annotations. Lazy beans are looked at, but not created; factory beans
	 * that were made are asked for objects with annotated methods.
	 * @throws InvalidLockDefinitionException if one can't work
	 */
	@Override
	public void afterSingletonsInstantiated() {
		// While beans are still left to the start: a lazy listener would be asked for
		// again while it is made.
		this.listeners = this.beanFactory.getBeanProvider(LockNameListener.class).orderedStream().toList();
		Set<String> locks = new TreeSet<>();
		for (Iterator<String> names = this.beanFactory.getBeanNamesIterator(); names.hasNext();) {
			String name = names.next();
			Class<?> type = this.beans.type(name);
			if (type != null && !isOfSpring(type) && this.definitions.isCandidate(type)) {
				check(name, this.beans.singleton(name), type, locks);
			}
		}
		this.early.take().forEach((type, made) -> checkOnce(made, type, locks));
		this.definitions.forgetMethods();
		tell(locks);
	}

	private void tell(Set<String> locks) {
		this.listeners.forEach((listener) -> locks.forEach(listener::onName));
	}

	/**
	 * Checks the annotations of a bean's class, unless that was done before.
	 * @throws InvalidLockDefinitionException if one can't work
	 */
	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Class<?> type = KnownBeans.type(bean, beanName);
		// No proxy is made for an original instance, such as that of a test.
		if (type != null && !beanName.endsWith(AutowireCapableBeanFactory.ORIGINAL_INSTANCE_SUFFIX)) {
			if (isOfSpring(type) || !this.definitions.isCandidate(type)) {
				this.checked.add(type);
			}
			else {
				checkMade(new MadeBean(beanName, bean), type);
			}
		}
		return bean;
	}

	private void checkMade(MadeBean made, Class<?> type) {
		try {
			this.reach.requireMade(made.name(), made.bean(), () -> annotated(made.name(), type));
		}
		catch (InvalidLockDefinitionException ex) {
			throw ex.ofBean(made.name());
		}
		if (!this.checked.contains(type) && !this.early.keep(made, type)) {
			Set<String> locks = new TreeSet<>();
			checkOnce(made, type, locks);
			tell(locks);
		}
	}

	private void checkOnce(MadeBean made, Class<?> type, Set<String> locks) {
		if (!this.checked.contains(type)) {
			check(made.name(), proxy(made), type, locks);
		}
	}

	/**
	 * Returns what is used as the bean, or {@code null} if that is not known: one that
	 * others were given early is put behind its proxy only after it was made.
	 */
	private @Nullable Object proxy(MadeBean made) {
		Object singleton = this.beans.singleton(made.name());
		return (singleton == null && made.bean() instanceof Advised) ? made.bean() : singleton;
	}

	/**
	 * Returns whether a class is one of the hundreds of Spring itself, which are not
	 * worth looking at. As Spring does when it looks for the listeners of events: those
	 * of an application whose packages begin alike are components.
	 */
	private static boolean isOfSpring(Class<?> type) {
		return type.getName().startsWith("org.springframework.")
				&& !AnnotatedElementUtils.isAnnotated(type, Component.class);
	}

	private Set<Method> annotated(String bean, Class<?> type) {
		try {
			return MethodIntrospector.selectMethods(type,
					(MethodFilter) (method) -> this.definitions.isAnnotated(method, type));
		}
		catch (IllegalStateException ex) {
			if (!(ex.getCause() instanceof LinkageError)) {
				throw ex;
			}
			return unknown(bean, ex);
		}
		catch (LinkageError ex) {
			return unknown(bean, ex);
		}
	}

	private static Set<Method> unknown(String bean, Throwable ex) {
		// A lazy bean of a library, for instance, that this application never needs.
		logger.debug("The methods of bean '{}' are not known", bean, ex);
		return Set.of();
	}

	private void check(String name, @Nullable Object singleton, Class<?> type, Set<String> locks) {
		String bean = ScopedProxyUtils.isScopedTarget(name) ? ScopedProxyUtils.getOriginalBeanName(name) : name;
		Set<Method> methods = annotated(bean, type);
		if (!methods.isEmpty() && singleton != null && !(singleton instanceof Advised) && Mocks.isMock(singleton)) {
			// It does nothing that could be guarded, and has none of the other methods.
			return;
		}
		try {
			for (Method method : methods) {
				requireWork(method);
				this.reach.require(bean, method, type, singleton);
				LockDefinition definition = this.definitions.find(method, type);
				if (definition == null) {
					continue;
				}
				this.references.require(definition);
				// Without a name, the lock has that of the class, which is not known yet.
				if (!type.isInterface() || !definition.prefix().isEmpty()) {
					locks.add(definition.template().name());
				}
			}
			if (!methods.isEmpty()) {
				this.redlocks.require(methods.iterator().next());
				this.reach.requireGuard(bean, methods.iterator().next(),
						(singleton != null) ? singleton : this.beans.ofFactory(name, type));
			}
		}
		catch (InvalidLockDefinitionException ex) {
			throw ex.ofBean(bean);
		}
		if (isFinallyChecked(methods, type, singleton) && this.checked.add(type)) {
			ScheduledResults.warn(bean, methods, type);
		}
	}

	private static void requireWork(Method method) {
		if (ContainerQuestion.isForBean(method)) {
			throw new InvalidLockDefinitionException(method,
					"it makes a bean, so that the lock would be held while the application starts, and not when the bean "
							+ "does its work",
					"Annotate the method that does the work, or call redlock.execute(...) there.", null);
		}
	}

	/**
	 * Returns whether no other bean of the class tells more.
	 */
	private boolean isFinallyChecked(Set<Method> methods, Class<?> type, @Nullable Object singleton) {
		return singleton != null || methods.stream().noneMatch((method) -> this.reach.dependsOnProxy(method, type));
	}

}
