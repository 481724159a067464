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
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.AnnotatedElementKey;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.CachedExpressionEvaluator;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.util.ObjectUtils;

/**
 * Evaluates the key of a call with Spring's own evaluator. Thread-safe.
 */
final class LockKeyEvaluator extends CachedExpressionEvaluator {

	private final Map<ExpressionKey, Expression> expressions = new ConcurrentHashMap<>();

	private final BeanFactoryResolver beans;

	LockKeyEvaluator(BeanFactory beanFactory) {
		this.beans = new BeanFactoryResolver(beanFactory);
	}

	/**
	 * Evaluates a key.
	 * @param expression the SpEL expression
	 * @param method the called method
	 * @param arguments its arguments
	 * @param target the called object
	 * @param targetClass its class
	 * @return one or several keys, none of them blank
	 */
	List<String> keys(String expression, Method method, @Nullable Object[] arguments, Object target,
			Class<?> targetClass) {
		Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
		MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(
				new Root(specific, specific.getName(), arguments, target, targetClass), specific, arguments,
				getParameterNameDiscoverer());
		context.setBeanResolver(this.beans);
		Object value = getExpression(this.expressions, new AnnotatedElementKey(specific, targetClass), expression)
			.getValue(context);
		List<String> keys = new ArrayList<>(1);
		for (Object element : elements(value)) {
			keys.add(key(element, expression, specific));
		}
		if (keys.isEmpty()) {
			throw invalid(expression, specific, "is empty");
		}
		return keys;
	}

	private static Collection<?> elements(@Nullable Object value) {
		if (value instanceof Collection<?> collection) {
			return collection;
		}
		return ObjectUtils.isArray(value) ? Arrays.asList(ObjectUtils.toObjectArray(value))
				: Arrays.asList(new @Nullable Object[] { value });
	}

	private static String key(@Nullable Object element, String expression, Method method) {
		if (element == null) {
			throw invalid(expression, method, "is null");
		}
		if (!(element instanceof CharSequence || element instanceof Number || element instanceof UUID
				|| element instanceof Enum<?> || element instanceof Character)) {
			throw invalid(expression, method, "is a " + element.getClass().getName()
					+ ", but must be a String, Number, UUID or Enum, or a collection or array of them");
		}
		String key = (element instanceof Enum<?> constant) ? constant.name() : element.toString();
		if (key.isBlank()) {
			throw invalid(expression, method, "is blank");
		}
		return key;
	}

	private static IllegalArgumentException invalid(String expression, Method method, String problem) {
		return new IllegalArgumentException(
				("The lock key '%s' of %s.%s %s. Give the arguments a value that names what to lock. If it is a "
						+ "parameter that the expression does not find, compile with -parameters or use #p0.")
					.formatted(expression, method.getDeclaringClass().getName(), method.getName(), problem));
	}

	/**
	 * What {@code #root} is in an expression.
	 *
	 * @param method the called method
	 * @param methodName its name
	 * @param args its arguments
	 * @param target the called object
	 * @param targetClass its class
	 */
	record Root(Method method, String methodName, @Nullable Object[] args, Object target, Class<?> targetClass) {
	}

}
