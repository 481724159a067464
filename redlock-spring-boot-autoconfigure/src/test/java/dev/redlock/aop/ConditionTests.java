package dev.redlock.aop;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Whether an annotated method locks at all.
 */
class ConditionTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	private AnnotationConfigApplicationContext context;

	private Orders orders;

	@BeforeEach
	void start() {
		this.context = AopContexts.of(this.redlock, Orders.class, Switch.class);
		this.orders = this.context.getBean(Orders.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	@Test
	void aConditionThatIsTrueLocks() {
		assertThat(this.orders.unlessEmpty("42")).isEqualTo("1 held");
		assertThat(this.redlock.lastResources()).containsExactly("42");
	}

	@Test
	void aConditionThatIsFalseRunsTheMethodWithoutALock() {
		assertThat(this.orders.unlessEmpty("")).isEqualTo("0 held");
		assertThat(this.redlock.count()).isZero();
	}

	@Test
	void aConditionMayAskABeanAndNeedsNoKey() {
		assertThat(this.orders.switched()).isEqualTo("1 held");
		this.context.getBean(Switch.class).on = false;
		assertThat(this.orders.switched()).isEqualTo("0 held");
	}

	@Test
	void aConditionThatIsNeitherIsAnErrorAndNotTakenForFalse() {
		for (Object condition : new Object[] { "true", 1 }) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.orders.any(condition))
				.withMessageContaining("condition '#condition'")
				.withMessageContaining("Orders.any is neither true nor false");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> this.orders.any(null)).withMessageContaining("but null");
		assertThat(this.redlock.count()).isZero();
	}

	public static class Switch {

		private boolean on = true;

		public boolean isOn() {
			return this.on;
		}

	}

	static class Orders {

		private final RecordingRedlock redlock;

		Orders(RecordingRedlock redlock) {
			this.redlock = redlock;
		}

		@DistributedLock(key = "#id", condition = "!#id.isEmpty()")
		String unlessEmpty(String id) {
			return this.redlock.held() + " held";
		}

		@DistributedLock(name = "switched", condition = "@switch.on")
		String switched() {
			return this.redlock.held() + " held";
		}

		@DistributedLock(name = "any", condition = "#condition")
		void any(Object condition) {
		}

	}

}
