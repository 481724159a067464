package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.CachedExpressionEvaluator;
import org.springframework.core.NativeDetector;
import org.springframework.core.SpringProperties;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.SpelCompilerMode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.expression.spel.support.StandardTypeLocator;
import org.springframework.util.ObjectUtils;

import dev.redlock.aop.CallContext.Root;

/**
 * Evaluates the key of a call with Spring's own evaluator. Thread-safe.
 */
final class LockKeyEvaluator extends CachedExpressionEvaluator {

	private final Map<ExpressionKey, Expression> expressions = new ConcurrentHashMap<>();

	/**
	 * What the contexts of all calls have in common.
	 */
	private final StandardEvaluationContext shared = new StandardEvaluationContext();

	LockKeyEvaluator(BeanFactory beanFactory) {
		super(new SpelExpressionParser(new SpelParserConfiguration(compilerMode(), classLoader(beanFactory))));
		this.shared.setBeanResolver(new BeanFactoryResolver(beanFactory));
		this.shared.setTypeLocator(new StandardTypeLocator(classLoader(beanFactory)));
	}

	private static @Nullable SpelCompilerMode compilerMode() {
		boolean chosen = SpringProperties
			.getProperty(SpelParserConfiguration.SPRING_EXPRESSION_COMPILER_MODE_PROPERTY_NAME) != null;
		// What can't be compiled is interpreted, but not in a native image.
		return (chosen || NativeDetector.inNativeImage()) ? null : SpelCompilerMode.MIXED;
	}

	private static @Nullable ClassLoader classLoader(BeanFactory beanFactory) {
		return (beanFactory instanceof ConfigurableBeanFactory factory) ? factory.getBeanClassLoader() : null;
	}

	/**
	 * Evaluates the key of a call.
	 * @param definition the definition, with a key
	 * @param arguments the arguments of the call
	 * @param target the called object
	 * @param targetClass its class
	 * @return one or several keys, none of them blank
	 */
	List<String> keys(LockDefinition definition, @Nullable Object[] arguments, Object target, Class<?> targetClass) {
		Method method = definition.method();
		Root root = new Root(method, method.getName(), arguments, target, targetClass);
		Object value = getExpression(this.expressions, definition.element(), definition.key())
			.getValue(new CallContext(root, definition.parameters(), this.shared));
		if (!(value instanceof Collection<?>) && !ObjectUtils.isArray(value)) {
			return List.of(key(value, definition));
		}
		List<String> keys = new ArrayList<>();
		for (Object element : (value instanceof Collection<?> collection) ? collection
				: Arrays.asList(ObjectUtils.toObjectArray(value))) {
			keys.add(key(element, definition));
		}
		if (keys.isEmpty()) {
			throw invalid(definition, "is empty");
		}
		return keys;
	}

	private static String key(@Nullable Object element, LockDefinition definition) {
		if (element == null) {
			throw invalid(definition, "is null");
		}
		if (!(element instanceof CharSequence || element instanceof Number || element instanceof UUID
				|| element instanceof Enum<?> || element instanceof Character)) {
			throw invalid(definition, "is a " + element.getClass().getName()
					+ ", but must be a String, Number, UUID or Enum, or a collection or array of them");
		}
		String key = (element instanceof Enum<?> constant) ? constant.name() : element.toString();
		if (key.isBlank()) {
			throw invalid(definition, "is blank");
		}
		return key;
	}

	private static IllegalArgumentException invalid(LockDefinition definition, String problem) {
		Method method = definition.method();
		return new IllegalArgumentException(
				("The lock key '%s' of %s.%s %s. Give the arguments a value that names what to lock. If it is a "
						+ "parameter that the expression does not find, compile with -parameters or use #p0.")
					.formatted(definition.key(), method.getDeclaringClass().getName(), method.getName(), problem));
	}

}
