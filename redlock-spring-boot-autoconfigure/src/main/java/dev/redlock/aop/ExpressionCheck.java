package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.Assign;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.Elvis;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.InlineList;
import org.springframework.expression.spel.ast.Operator;
import org.springframework.expression.spel.ast.OperatorNot;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.StringLiteral;
import org.springframework.expression.spel.ast.Ternary;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/**
 * Refuses expressions that could only fail when they are evaluated.
 */
final class ExpressionCheck {

	/** What was hardly meant as an expression, such as {@code order-lock}. */
	private static final Pattern PLAIN_TEXT = Pattern.compile("[\\w:.-]+");

	private static final SpelExpressionParser parser = new SpelExpressionParser();

	/**
	 * Words that need neither quotes nor a {@code #}, as of {@link CallContext.Root}.
	 */
	private static final Set<String> WORDS = Set.of("method", "methodName", "args", "target", "targetClass", "class");

	private ExpressionCheck() {
	}

	/**
	 * Checks an expression of an annotation.
	 * @param attribute the attribute that has it
	 * @param text the expression; empty for none
	 * @param method the annotated method
	 * @param parameters all names of its parameters
	 * @throws InvalidLockDefinitionException if it does not parse, has a variable that is
	 * no parameter, or a word that stands for nothing
	 */
	static void check(String attribute, String text, Method method, Set<String> parameters) {
		if (text.isEmpty()) {
			return;
		}
		Set<String> unknown = new TreeSet<>();
		Set<String> known = new TreeSet<>(Set.of("root", "this"));
		known.addAll(parameters);
		SpelNode expression = parse(attribute, text, method).getAST();
		collect(expression, known, unknown);
		unknown.removeAll(known);
		if (!unknown.isEmpty()) {
			throw unknown(attribute, text, method, parameters, unknown);
		}
		String quoted = quoted(expression, parameters);
		if (quoted != null) {
			throw new InvalidLockDefinitionException(method,
					"the %s '%s' has a text in which #%s stands for no parameter".formatted(attribute, text, quoted),
					"Leave it outside of the quotes: \"'order:' + #%s\".".formatted(quoted), null);
		}
		String word = strayWord(expression);
		if (word != null) {
			throw new InvalidLockDefinitionException(method,
					"the %s '%s' has %s, which is no property of #root".formatted(attribute, text, word),
					parameters.contains(word) ? "The parameter is #%s.".formatted(word)
							: "A literal text needs quotes: \"'%s'\". A parameter is #name."
								.formatted(PLAIN_TEXT.matcher(text).matches() ? text : word),
					null);
		}
	}

	private static SpelExpression parse(String attribute, String text, Method method) {
		try {
			return parser.parseRaw(text);
		}
		catch (ParseException | IllegalStateException | IllegalArgumentException ex) {
			throw new InvalidLockDefinitionException(method,
					"the %s '%s' is no valid SpEL expression: %s".formatted(attribute, text, ex.getMessage()),
					"Correct the expression. A parameter is #name, a literal text needs quotes: \"'order:' + #id\".",
					ex);
		}
	}

	private static void collect(SpelNode node, Set<String> known, Set<String> used) {
		if (node instanceof Assign && node.getChild(0) instanceof VariableReference variable) {
			known.add(name(variable));
		}
		if (node instanceof VariableReference variable) {
			used.add(name(variable));
		}
		if (node instanceof FunctionReference function) {
			used.add(name(function));
		}
		for (int i = 0; i < node.getChildCount(); i++) {
			collect(node.getChild(i), known, used);
		}
	}

	/**
	 * Returns a word that is looked for in the root object, which does not have it. What
	 * other nodes have in them, such as a selection, may be looked for elsewhere.
	 */
	private static @Nullable String strayWord(SpelNode node) {
		if (node instanceof PropertyOrFieldReference reference) {
			return WORDS.contains(reference.getName()) ? null : reference.getName();
		}
		if (node instanceof CompoundExpression) {
			return strayWord(node.getChild(0));
		}
		if (node instanceof Operator || node instanceof OperatorNot || node instanceof Ternary || node instanceof Elvis
				|| node instanceof InlineList) {
			for (int i = 0; i < node.getChildCount(); i++) {
				String word = strayWord(node.getChild(i));
				if (word != null) {
					return word;
				}
			}
		}
		return null;
	}

	/**
	 * Returns a parameter that is meant by a literal text, which is the same for all
	 * calls.
	 */
	private static @Nullable String quoted(SpelNode node, Set<String> parameters) {
		if (node instanceof StringLiteral literal) {
			return meant(String.valueOf(literal.getLiteralValue().getValue()), parameters);
		}
		for (int i = 0; i < node.getChildCount(); i++) {
			String name = quoted(node.getChild(i), parameters);
			if (name != null) {
				return name;
			}
		}
		return null;
	}

	/**
	 * Returns a parameter that is written in a text as in an expression, such as in
	 * {@code order:#id}, or {@code null} if there is none.
	 * @param text a text that is no expression
	 * @param parameters the names of all parameters
	 */
	static @Nullable String meant(String text, Set<String> parameters) {
		return parameters.stream()
			.filter((name) -> Pattern.compile("#" + Pattern.quote(name) + "\\b").matcher(text).find())
			.findFirst()
			.orElse(null);
	}

	private static String name(VariableReference variable) {
		return variable.toStringAST().substring(1);
	}

	private static String name(FunctionReference function) {
		String text = function.toStringAST();
		return text.substring(1, text.indexOf('('));
	}

	private static InvalidLockDefinitionException unknown(String attribute, String text, Method method,
			Set<String> parameters, Set<String> unknown) {
		// Beside its name, each parameter has two that are made of its position.
		boolean named = parameters.size() > 2 * method.getParameterCount();
		String problem = "the %s '%s' has #%s, which is no parameter".formatted(attribute, text,
				String.join(", #", unknown));
		if (method.getParameterCount() == 0 || named) {
			return new InvalidLockDefinitionException(method, problem,
					parameters.isEmpty() ? "The method has none. Use #root, a @bean or a literal text in quotes."
							: "Use one of #%s.".formatted(String.join(", #", new TreeSet<>(parameters))),
					null);
		}
		return new InvalidLockDefinitionException(method,
				problem + " whose name is known: the class was compiled without names of parameters",
				"Compile with -parameters, or use the position, as in #p0.", null);
	}

}
