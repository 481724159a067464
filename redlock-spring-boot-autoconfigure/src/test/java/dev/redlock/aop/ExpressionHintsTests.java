package dev.redlock.aop;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.ReflectionHintsPredicates;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a native image is told about that which keys and conditions read.
 */
class ExpressionHintsTests {

	private static final ReflectionHintsPredicates reflection = RuntimeHintsPredicates.reflection();

	@Test
	void theKeyMayReadParametersAndWhatTheyLeadTo() {
		RuntimeHints hints = AotHints.of(Shop.class);
		assertThat(reflection.onMethodInvocation(Order.class, "customer")).accepts(hints);
		assertThat(reflection.onMethodInvocation(Customer.class, "getId")).accepts(hints);
		assertThat(reflection.onMethodInvocation(Line.class, "sku")).accepts(hints);
	}

	@Test
	void theKeyMayCallMethodsOfParametersThatAreNoProperties() {
		assertThat(reflection.onMethodInvocation(Order.class, "toString")).accepts(AotHints.of(Shop.class));
	}

	@Test
	void theKeyMayReadTheCall() {
		assertThat(reflection.onMethodInvocation(CallContext.Root.class, "targetClass"))
			.accepts(AotHints.of(Shop.class));
		assertThat(reflection.onMethodInvocation(Class.class, "getSimpleName")).accepts(AotHints.of(Shop.class));
	}

	@Test
	void theKeyMayReadTheCalledObject() {
		assertThat(reflection.onMethodInvocation(Branch.class, "getRegion")).accepts(AotHints.of(Branch.class));
		assertThat(reflection.onMethodInvocation(Depot.class, "region")).accepts(AotHints.of(Depot.class));
	}

	@Test
	void theKeyMayCallABean() {
		assertThat(reflection.onMethodInvocation(Tenants.class, "current"))
			.accepts(AotHints.of(Shop.class, Tenants.class));
	}

	record Order(Customer customer) {
	}

	record Line(String sku) {
	}

	public static class Customer {

		public String getId() {
			return "id";
		}

	}

	public static class Tenants {

		public String current() {
			return "tenant";
		}

	}

	static class Shop {

		@DistributedLock(key = "@Tenants.current() + #order.customer.id")
		void reserve(Order order) {
		}

		@DistributedLock(key = "#lines.![sku]", condition = "#root.targetClass.simpleName != null")
		void reserveAll(List<Line> lines) {
		}

	}

	public static class Branch {

		@DistributedLock("target.region + ':' + #id")
		void open(String id) {
		}

		public String getRegion() {
			return "eu";
		}

	}

	public static class Depot {

		@DistributedLock(key = "#id", condition = "#root.target.region() != null")
		void open(String id) {
		}

		public String region() {
			return "eu";
		}

	}

}
