package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.CachedExpressionEvaluator;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.expression.spel.support.StandardTypeLocator;

import dev.redlock.LockRequest;
import dev.redlock.aop.CallContext.Root;

/**
 * Evaluates condition and key of a call with Spring's own evaluator. Thread-safe.
 */
final class LockExpressions extends CachedExpressionEvaluator {

	private final Map<ExpressionKey, Expression> expressions = new ConcurrentHashMap<>();

	/**
	 * What the contexts of all calls have in common.
	 */
	private final StandardEvaluationContext shared = new StandardEvaluationContext();

	LockExpressions(BeanFactory beanFactory) {
		// Interpreted unless the application wants otherwise: what is compiled keeps the
		// types of the first calls, and a process just started would lock another key.
		super(new SpelExpressionParser(new SpelParserConfiguration(null, classLoader(beanFactory))));
		this.shared.setBeanResolver(new BeanFactoryResolver(beanFactory));
		this.shared.setTypeConverter(new KeyTextConverter());
		this.shared.setTypeLocator(new StandardTypeLocator(classLoader(beanFactory)));
	}

	private static @Nullable ClassLoader classLoader(BeanFactory beanFactory) {
		return (beanFactory instanceof ConfigurableBeanFactory factory) ? factory.getBeanClassLoader() : null;
	}

	/**
	 * Returns what to lock for a call.
	 * @param definition the definition
	 * @param arguments the arguments of the call
	 * @param target the called object
	 * @param targetClass its class
	 * @return the request, or {@code null} if the condition says not to lock
	 * @throws IllegalArgumentException if the condition is neither true nor false, the
	 * key is none, or one of them can't be evaluated
	 */
	@Nullable LockRequest request(LockDefinition definition, @Nullable Object[] arguments, @Nullable Object target,
			Class<?> targetClass) {
		if (!definition.hasKey() && !definition.hasCondition()) {
			return definition.template();
		}
		Method method = definition.method();
		Class<?> type = GeneratedClasses.isOne(targetClass) ? definition.namesake() : targetClass;
		CallContext context = new CallContext(new Root(method, method.getName(), arguments, target, type),
				definition.parameters(), this.shared);
		if (definition.hasCondition() && !isWanted(definition, context)) {
			return null;
		}
		return definition.hasKey() ? definition.request(keys(definition, context)) : definition.template();
	}

	private boolean isWanted(LockDefinition definition, CallContext context) {
		Object value = evaluate("condition", definition.condition(), definition, context);
		if (value instanceof Boolean wanted) {
			return wanted;
		}
		// Not taken for false: a lock that is left out by mistake is noticed too late.
		throw new IllegalArgumentException(
				"The condition '%s' of %s is neither true nor false, but %s. Give an expression like #p0 != null."
					.formatted(definition.condition(), name(definition), value));
	}

	private @Nullable Object evaluate(String what, String expression, LockDefinition definition, CallContext context) {
		try {
			return getExpression(this.expressions, definition.element(), expression).getValue(context);
		}
		catch (EvaluationException ex) {
			// What a method of the application throws on the way comes as it is.
			throw new IllegalArgumentException("The %s '%s' of %s can't be evaluated: %s".formatted(what, expression,
					name(definition), ex.getMessage()), ex);
		}
	}

	private Collection<String> keys(LockDefinition definition, CallContext context) {
		Object value = evaluate("lock key", definition.key(), definition, context);
		Collection<?> elements = KeyValues.elements(value);
		if (value == null || elements == null) {
			return Set.of(key(value, definition, ""));
		}
		if (KeyValues.isOneValue(value.getClass())) {
			throw unfit(definition, "is a %s, of which each element would be locked: give its text, such as in hex"
				.formatted(value.getClass().getSimpleName()));
		}
		List<String> keys = new ArrayList<>(elements.size());
		for (Object element : elements) {
			keys.add(key(element, definition, "has an element that "));
		}
		if (keys.isEmpty()) {
			throw invalid(definition, "is empty");
		}
		return keys;
	}

	private static String key(@Nullable Object element, LockDefinition definition, String which) {
		if (element == null) {
			throw invalid(definition, which + "is null");
		}
		String key = KeyValues.text(element);
		if (key == null) {
			throw unfit(definition, which + "is a " + element.getClass().getName() + ", but " + KeyValues.WHICH_FIT);
		}
		if (key.isBlank()) {
			throw invalid(definition, which + "is blank");
		}
		return key;
	}

	private static IllegalArgumentException unfit(LockDefinition definition, String problem) {
		return new IllegalArgumentException(
				"The lock key '%s' of %s %s.".formatted(definition.key(), name(definition), problem));
	}

	private static IllegalArgumentException invalid(LockDefinition definition, String problem) {
		return new IllegalArgumentException(
				("The lock key '%s' of %s %s. Give the arguments a value that names what to lock. If it is a "
						+ "parameter that the expression does not find, compile with -parameters or use #p0.")
					.formatted(definition.key(), name(definition), problem));
	}

	private static String name(LockDefinition definition) {
		return definition.method().getDeclaringClass().getName() + "." + definition.method().getName();
	}

}
