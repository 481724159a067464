package dev.redlock.aop;

import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.TypeLocator;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.Elvis;
import org.springframework.expression.spel.ast.OpAnd;
import org.springframework.expression.spel.ast.OpOr;
import org.springframework.expression.spel.ast.Ternary;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardTypeLocator;
import org.springframework.util.ClassUtils;

/**
 * Looks for beans and classes of expressions that the application does not have, apart
 * from what only some calls evaluate.
 */
final class ExpressionReferences {

	private static final Logger logger = LoggerFactory.getLogger(ExpressionReferences.class);

	private static final SpelExpressionParser parser = new SpelExpressionParser();

	private final BeanFactory beanFactory;

	private final TypeLocator types;

	ExpressionReferences(ConfigurableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.types = new StandardTypeLocator(beanFactory.getBeanClassLoader());
	}

	/**
	 * Checks key and condition. A bean may be registered later.
	 * @param definition the definition
	 * @throws InvalidLockDefinitionException if one of them has no such class
	 */
	void require(LockDefinition definition) {
		Stream.of(definition.key(), definition.condition())
			.filter((text) -> !text.isEmpty())
			.forEach((text) -> require(definition, text, parser.parseRaw(text).getAST()));
	}

	private void require(LockDefinition definition, String text, SpelNode node) {
		if (node instanceof BeanReference reference && !this.beanFactory.containsBean(reference.getName())) {
			logger.warn("@DistributedLock on {}.{}: '{}' has @{}, which is no bean. Without it, calls fail",
					definition.method().getDeclaringClass().getName(), definition.method().getName(), text,
					reference.getName());
		}
		if (node instanceof TypeReference) {
			requireType(definition, text, node.getChild(0).toStringAST());
		}
		for (int i = 0; i < (isConditional(node) ? 1 : node.getChildCount()); i++) {
			require(definition, text, node.getChild(i));
		}
	}

	/**
	 * Returns whether only the first child is always evaluated.
	 */
	private static boolean isConditional(SpelNode node) {
		return node instanceof Ternary || node instanceof Elvis || node instanceof OpAnd || node instanceof OpOr;
	}

	private void requireType(LockDefinition definition, String text, String name) {
		try {
			if (ClassUtils.resolvePrimitiveClassName(name) == null) {
				this.types.findType(name);
			}
		}
		catch (EvaluationException ex) {
			throw new InvalidLockDefinitionException(definition.method(),
					"'%s' has T(%s), which is no class".formatted(text, name),
					"Give its name with the package; only that of java.lang may be left out.", ex);
		}
	}

}
