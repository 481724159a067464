package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.util.ReflectionUtils;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Words of a key or condition that are neither in quotes nor have a {@code #}.
 */
class BareWordTests {

	private static final Method METHOD = Objects
		.requireNonNull(ReflectionUtils.findMethod(QuotesForgotten.class, "run"));

	@Test
	void aKeyWhoseQuotesWereForgottenStopsTheStart() {
		Refusals.assertRefused(QuotesForgotten.class, "the key 'orders' has orders, which is no property of #root",
				"A literal text needs quotes: \"'orders'\"");
	}

	@Test
	void aPlainTextIsQuotedAsAWhole() {
		Refusals.assertRefused(PlainText.class, "the key 'orders-eu' has orders",
				"A literal text needs quotes: \"'orders-eu'\"");
	}

	@Test
	void aConditionWithAParameterWithoutItsSignStopsTheStart() {
		Refusals.assertRefused(SignForgotten.class, "the condition 'amount > 0' has amount",
				"The parameter is #amount");
	}

	@Test
	void theWordsOfTheRootObjectAreFoundWithoutIt() {
		RecordingRedlock redlock = new RecordingRedlock();
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, WordsOfRoot.class)) {
			context.getBean(WordsOfRoot.class).run("42");
			assertThat(redlock.lastResources()).containsExactlyInAnyOrder("run", "42", "WordsOfRoot", "Root");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "orders.eu", "orders-eu", "orders?.eu", "orders[0]", "{#id, orders}", "'a' + (orders)",
			"#id != null ? 'a' : orders", "#id ?: orders", "orders.?[#id]", "!orders", "#id == 'a' and orders",
			"orders between {1, 2}" })
	void aWordThatCanOnlyFailIsRefusedWhereverItIsEvaluated(String expression) {
		for (String attribute : new String[] { "key", "condition" }) {
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> ExpressionCheck.check(attribute, expression, METHOD, Set.of("id")))
				.withMessageContaining("the %s '%s' has orders,", attribute, expression);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "'orders'", "@orders", "@orders.eu", "&orders", "#id.orders", "#root.target.orders",
			"target.orders", "args[0].orders", "T(java.util.UUID).orders", "T(Long).MAX_VALUE", "orders()",
			"new String(#id).orders", "{orders: #id}", "#id.![orders]", "#id.?[orders > 1]", "#id.^[orders]",
			"#id[orders]", "#id instanceof T(String)", "true", "null", "{'a', #id}", "{1, 2}.![#this]", "#id.orders(1)",
			"#id matches '[a-z]+'", "-1" })
	void whatMayWorkIsAccepted(String expression) {
		assertThatCode(() -> ExpressionCheck.check("key", expression, METHOD, Set.of("id"))).doesNotThrowAnyException();
	}

	static class PlainText {

		@DistributedLock("orders-eu")
		void run() {
		}

	}

	static class QuotesForgotten {

		@DistributedLock("orders")
		void run() {
		}

	}

	static class SignForgotten {

		@DistributedLock(name = "a", condition = "amount > 0")
		void run(int amount) {
		}

	}

	static class WordsOfRoot {

		@DistributedLock("{methodName, method.name, args[0], target.class.simpleName, targetClass.simpleName, "
				+ "class.simpleName}")
		void run(String id) {
		}

	}

}
