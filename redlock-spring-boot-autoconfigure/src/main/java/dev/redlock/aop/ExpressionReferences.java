package dev.redlock.aop;

import java.util.stream.Stream;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.TypeLocator;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardTypeLocator;
import org.springframework.util.ClassUtils;

/**
 * Refuses expressions with a bean or a class that the application does not have.
 */
final class ExpressionReferences {

	private static final SpelExpressionParser parser = new SpelExpressionParser();

	private final BeanFactory beanFactory;

	private final TypeLocator types;

	ExpressionReferences(ConfigurableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
		this.types = new StandardTypeLocator(beanFactory.getBeanClassLoader());
	}

	/**
	 * Checks key and condition.
	 * @param definition the definition
	 * @throws InvalidLockDefinitionException if one of them can't be evaluated
	 */
	void require(LockDefinition definition) {
		Stream.of(definition.key(), definition.condition())
			.filter((text) -> !text.isEmpty())
			.forEach((text) -> require(definition, text, parser.parseRaw(text).getAST()));
	}

	private void require(LockDefinition definition, String text, SpelNode node) {
		if (node instanceof BeanReference reference && !this.beanFactory.containsBean(reference.getName())) {
			throw new InvalidLockDefinitionException(definition.method(),
					"'%s' has @%s, which is no bean".formatted(text, reference.getName()),
					"Give the name of a bean of this application.", null);
		}
		if (node instanceof TypeReference) {
			requireType(definition, text, node.getChild(0).toStringAST());
		}
		for (int i = 0; i < node.getChildCount(); i++) {
			require(definition, text, node.getChild(i));
		}
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
