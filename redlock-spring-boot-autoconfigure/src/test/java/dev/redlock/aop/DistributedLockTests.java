package dev.redlock.aop;

import java.io.IOException;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What an annotated method locks.
 */
class DistributedLockTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	private AnnotationConfigApplicationContext context;

	private Orders orders;

	@BeforeEach
	void start() {
		this.context = AopContexts.of(this.redlock, Orders.class, Prefixes.class);
		this.orders = this.context.getBean(Orders.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	@Test
	void theBodyRunsUnderTheLockAndReturnsItsResult() {
		assertThat(this.orders.byName("42")).isEqualTo("locked");
		assertThat(this.redlock.isLocked()).isFalse();
	}

	@Test
	void aKeyIsAParameterByNameOrByIndex() {
		this.orders.byName("42");
		assertThat(this.redlock.lastResources()).containsExactly("42");
		this.orders.byIndex("43");
		assertThat(this.redlock.lastResources()).containsExactly("p43a43");
	}

	@Test
	void aKeySeesRootAndBeans() {
		this.orders.byRoot("42");
		assertThat(this.redlock.lastResources()).containsExactly("byRoot-byRoot-Orders-42");
		this.orders.byBean("42");
		assertThat(this.redlock.lastResources()).containsExactly("bean:42");
	}

	@Test
	void aLiteralMayHaveAHash() {
		this.orders.literal();
		assertThat(this.redlock.lastResources()).containsExactly("order#1");
		this.orders.literalAndParameter("42");
		assertThat(this.redlock.lastResources()).containsExactly("a#b:42");
	}

	@Test
	void aNameMayContainAHash() {
		this.orders.hashed("42");
		assertThat(this.redlock.lastResources()).containsExactly("order#1:42");
		assertThat(this.redlock.last().name()).isEqualTo("order#1");
		this.orders.onlyHashed();
		assertThat(this.redlock.lastResources()).containsExactly("nightly#1");
	}

	@Test
	void anArgumentThatTheBodyChangesDoesNotChangeWhatIsLocked() {
		Order order = new Order("42");
		assertThat(this.orders.change(order)).containsExactly("order:42");
		assertThat(order.id).isEqualTo("changed");
		assertThat(order.reads).isOne();
	}

	@Test
	void aVariableOfTheExpressionItselfIsNoParameter() {
		this.orders.assigned("42");
		assertThat(this.redlock.lastResources()).containsExactly("order:42");
	}

	@Test
	void aNamePrefixesTheKeyAndTagsTheMeters() {
		this.orders.named("42");
		assertThat(this.redlock.lastResources()).containsExactly("order:42");
		assertThat(this.redlock.last().name()).isEqualTo("order");
	}

	@Test
	void aNamePrefixesEachOfSeveralKeys() {
		this.orders.allNamed(List.of("1", "2"));
		assertThat(this.redlock.lastResources()).containsExactlyInAnyOrder("order:1", "order:2");
	}

	@Test
	void aNameAloneIsTheResourceAndWithoutEitherItIsTheMethod() {
		this.orders.onlyNamed();
		assertThat(this.redlock.lastResources()).containsExactly("nightly");
		this.orders.anonymous();
		assertThat(this.redlock.lastResources()).containsExactly(Orders.class.getName() + ".anonymous");
		assertThat(this.redlock.last().name()).isEqualTo("Orders.anonymous");
	}

	@Test
	void aNullKeyIsAnErrorThatMentionsParameters() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.orders.byName(null))
			.withMessageContaining("is null")
			.withMessageContaining("-parameters")
			.withMessageContaining("byName");
		assertThat(this.redlock.count()).isZero();
	}

	@Test
	void whatTheBodyThrowsReachesTheCaller() {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.orders.failing("42")).withMessage("body");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> this.orders.failingWithError("42"));
		assertThatExceptionOfType(Throwable.class).isThrownBy(() -> this.orders.failingOtherwise("42"))
			.withMessage("body");
	}

	public static class Prefixes {

		public String of(String id) {
			return "bean:" + id;
		}

	}

	public static class Order {

		private String id;

		private int reads;

		Order(String id) {
			this.id = id;
		}

		public String getId() {
			this.reads++;
			return this.id;
		}

	}

	static class Orders {

		private final RecordingRedlock redlock;

		Orders(RecordingRedlock redlock) {
			this.redlock = redlock;
		}

		@DistributedLock("#id")
		String byName(String id) {
			return this.redlock.isLocked() ? "locked" : "free";
		}

		@DistributedLock(key = "'p' + #p0 + 'a' + #a0")
		void byIndex(String id) {
		}

		@DistributedLock(key = "#root.method.name + '-' + #root.methodName + '-' + #root.targetClass.simpleName "
				+ "+ '-' + #root.args[0]")
		void byRoot(String id) {
		}

		@DistributedLock(key = "@prefixes.of(#id)")
		void byBean(String id) {
		}

		@DistributedLock(key = "'order#1'")
		void literal() {
		}

		@DistributedLock("'a#b:' + #id")
		void literalAndParameter(String id) {
		}

		@DistributedLock(name = "order#1", key = "#id")
		void hashed(String id) {
		}

		@DistributedLock(name = "nightly#1")
		void onlyHashed() {
		}

		@DistributedLock(name = "order", key = "#order.id")
		Set<String> change(Order order) {
			order.id = "changed";
			return LockContext.currentLease().resources();
		}

		@DistributedLock("{#prefix = 'order:', #prefix + #id}[1]")
		void assigned(String id) {
		}

		@DistributedLock(name = "order", key = "#id")
		void named(String id) {
		}

		@DistributedLock(name = "order", key = "#ids")
		void allNamed(List<String> ids) {
		}

		@DistributedLock(name = "nightly")
		void onlyNamed() {
		}

		@DistributedLock
		void anonymous() {
		}

		@DistributedLock("#id")
		void failing(String id) throws IOException {
			throw new IOException("body");
		}

		@DistributedLock("#id")
		void failingWithError(String id) {
			throw new AssertionError("body");
		}

		@DistributedLock("#id")
		void failingOtherwise(String id) throws Throwable {
			throw new Throwable("body");
		}

	}

}
