package dev.redlock.aop;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.ResolvableType;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.OpEQ;
import org.springframework.expression.spel.ast.OpNE;
import org.springframework.expression.spel.ast.Operator;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.StringLiteral;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Refuses comparisons of a text with what is none, such as a constant of an enum: SpEL
 * never takes them for equal, so that a condition would be the same for all calls.
 */
final class TextComparisons {

	private static final Logger logger = LoggerFactory.getLogger(TextComparisons.class);

	private static final SpelExpressionParser parser = new SpelExpressionParser();

	private final Method method;

	private final Class<?> targetClass;

	private final Map<String, Integer> parameters;

	/**
	 * Creates the check of a method's expressions.
	 * @param method the annotated method
	 * @param targetClass the class of the object that has it
	 * @param parameters the positions of its parameters by all their names
	 */
	TextComparisons(Method method, Class<?> targetClass, Map<String, Integer> parameters) {
		this.method = method;
		this.targetClass = targetClass;
		this.parameters = parameters;
	}

	/**
	 * Checks an expression that parses.
	 * @param attribute the attribute that has it
	 * @param text the expression; empty for none
	 * @throws InvalidLockDefinitionException if it compares a text with what is none
	 */
	void check(String attribute, String text) {
		if (!text.isEmpty()) {
			check(attribute, text, parser.parseRaw(text).getAST());
		}
	}

	private void check(String attribute, String text, SpelNode node) {
		if (node instanceof Operator operator && (node instanceof OpEQ || node instanceof OpNE)) {
			check(attribute, text, operator.getLeftOperand(), operator, operator.getRightOperand());
			check(attribute, text, operator.getRightOperand(), operator, operator.getLeftOperand());
		}
		for (int i = 0; i < node.getChildCount(); i++) {
			check(attribute, text, node.getChild(i));
		}
	}

	private void check(String attribute, String text, SpelNode one, Operator operator, SpelNode other) {
		Class<?> type = (other instanceof StringLiteral) ? type(one).resolve() : null;
		if (type != null && isNoText(type)) {
			throw new InvalidLockDefinitionException(
					this.method, "the %s '%s' compares %s, a %s, with a text, to which it is never equal"
						.formatted(attribute, text, one.toStringAST(), type.getTypeName()),
					remedy(type, one, operator, other), null);
		}
	}

	private static String remedy(Class<?> type, SpelNode value, Operator operator, SpelNode text) {
		if (type.isArray() || type == Optional.class) {
			return "Compare what is in it.";
		}
		return "Compare its text: \"%s.%s() %s %s\".".formatted(value.toStringAST(),
				type.isEnum() ? "name" : "toString", operator.getOperatorName(), text.toStringAST());
	}

	/**
	 * Returns whether no value of a type is a text, or equal to one. A subclass may be,
	 * and what an application has written itself.
	 */
	private static boolean isNoText(Class<?> type) {
		return type.isPrimitive() || ((type.isEnum() || Modifier.isFinal(type.getModifiers()))
				&& !CharSequence.class.isAssignableFrom(type) && isEqualityOfJdk(type));
	}

	private static boolean isEqualityOfJdk(Class<?> type) {
		try {
			return ClassUtils.getMethod(type, "equals", Object.class).getDeclaringClass().getName().startsWith("java.");
		}
		catch (LinkageError ex) {
			logger.debug("The equality of {} is not known", type, ex);
			return false;
		}
	}

	private ResolvableType type(SpelNode node) {
		if (node instanceof VariableReference variable) {
			Integer position = this.parameters.get(variable.toStringAST().substring(1));
			return (position != null) ? ResolvableType.forMethodParameter(this.method, position, this.targetClass)
					: ResolvableType.NONE;
		}
		ResolvableType type = ResolvableType.NONE;
		if (node instanceof CompoundExpression) {
			type = type(node.getChild(0));
			for (int i = 1; i < node.getChildCount(); i++) {
				type = member(type.resolve(), node.getChild(i));
			}
		}
		return type;
	}

	private static ResolvableType member(@Nullable Class<?> owner, SpelNode node) {
		try {
			if (owner != null && node instanceof PropertyOrFieldReference property) {
				return property(owner, property.getName());
			}
			if (owner != null && node instanceof MethodReference method && node.getChildCount() == 0) {
				return result(owner, method.getName());
			}
		}
		catch (LinkageError ex) {
			logger.debug("The members of {} are not known", owner, ex);
		}
		return ResolvableType.NONE;
	}

	private static ResolvableType property(Class<?> owner, String name) {
		String suffix = StringUtils.capitalize(name);
		for (String accessor : new String[] { "get" + suffix, "is" + suffix, name }) {
			ResolvableType type = result(owner, accessor);
			if (type != ResolvableType.NONE) {
				return type;
			}
		}
		// Not ReflectionUtils, which looks at those that are not public as well.
		for (Field field : owner.getFields()) {
			if (field.getName().equals(name)) {
				return ResolvableType.forField(field, owner);
			}
		}
		return ResolvableType.NONE;
	}

	private static ResolvableType result(Class<?> owner, String method) {
		Method found = ClassUtils.getMethodIfAvailable(owner, method);
		return (found != null) ? ResolvableType.forMethodReturnType(found, owner) : ResolvableType.NONE;
	}

}
