package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.ClassUtils;

import dev.redlock.annotation.DistributedLock;

/**
 * What is used by reflection when an annotated method is called: the method, its
 * fallback, and what its expressions can reach.
 */
final class LockHints {

	private static final String REACTOR = "reactor.core.publisher.Flux";

	/**
	 * What the called object is to an expression, with or without {@code #root} before.
	 */
	private static final String TARGET = "target";

	private final RuntimeHints hints;

	private final ConfigurableListableBeanFactory beanFactory;

	LockHints(RuntimeHints hints, ConfigurableListableBeanFactory beanFactory) {
		this.hints = hints;
		this.beanFactory = beanFactory;
		// An annotation that stands for this one is merged by a proxy.
		hints.proxies().registerJdkProxy(DistributedLock.class);
		// Looked up by its name.
		hints.reflection().registerTypeIfPresent(beanFactory.getBeanClassLoader(), REACTOR, (type) -> {
		});
		hints.reflection()
			.registerTypeIfPresent(beanFactory.getBeanClassLoader(), ReturnedContent.HTTP_ENTITY,
					(type) -> type.withMethod(ReturnedContent.BODY, List.of(), ExecutableMode.INVOKE));
	}

	/**
	 * Registers what a proxy of interfaces calls.
	 * @param targetClass the class that implements them
	 */
	void registerInterfaces(Class<?> targetClass) {
		for (Class<?> type : ClassUtils.getAllInterfacesForClass(targetClass)) {
			this.hints.reflection().registerType(type, MemberCategory.INVOKE_DECLARED_METHODS);
		}
	}

	/**
	 * Registers what a method needs.
	 * @param method the method of the target class
	 * @param targetClass the target class
	 * @throws InvalidLockDefinitionException if its annotation can't work
	 */
	void register(Method method, Class<?> targetClass) {
		LockAnnotation annotation = LockAnnotation.find(method, method, targetClass);
		if (annotation == null) {
			return;
		}
		ReflectionHints reflection = this.hints.reflection();
		reflection.registerMethod(method, ExecutableMode.INVOKE);
		if (annotation.source() != null) {
			reflection.registerMethod(annotation.source(), ExecutableMode.INVOKE);
		}
		DistributedLock lock = annotation.lock();
		if (!lock.fallbackMethod().isEmpty() && !targetClass.isInterface()) {
			FallbackMethod fallback = FallbackMethod.find(method, targetClass, lock.fallbackMethod());
			reflection.registerMethod(fallback.method(), ExecutableMode.INVOKE);
		}
		Set<String> parameters = CallContext.positions(method, annotation.source()).keySet();
		registerExpression("value", lock.value(), method, parameters, targetClass);
		registerExpression("key", lock.key(), method, parameters, targetClass);
		registerExpression("condition", lock.condition(), method, parameters, targetClass);
	}

	private void registerExpression(String attribute, String text, Method method, Set<String> parameters,
			Class<?> targetClass) {
		if (text.isEmpty()) {
			return;
		}
		ExpressionCheck.check(attribute, text, method, parameters);
		register(CallContext.Root.class);
		register(Method.class);
		register(Class.class);
		// What the properties of a parameter lead to, then what else it can be asked.
		new BindingReflectionHintsRegistrar().registerReflectionHints(this.hints.reflection(),
				method.getGenericParameterTypes());
		for (Class<?> parameter : method.getParameterTypes()) {
			register(parameter);
		}
		registerObjects(new SpelExpressionParser().parseRaw(text).getAST(), targetClass);
	}

	private void registerObjects(SpelNode node, Class<?> targetClass) {
		if (node instanceof BeanReference reference && this.beanFactory.containsBean(reference.getName())) {
			Class<?> type = this.beanFactory.getType(reference.getName(), false);
			if (type != null) {
				register(type);
			}
		}
		if (node instanceof PropertyOrFieldReference reference && reference.getName().equals(TARGET)) {
			register(targetClass);
		}
		for (int i = 0; i < node.getChildCount(); i++) {
			registerObjects(node.getChild(i), targetClass);
		}
	}

	private void register(Class<?> type) {
		if (!type.isPrimitive()) {
			this.hints.reflection()
				.registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS, MemberCategory.ACCESS_PUBLIC_FIELDS);
		}
	}

}
