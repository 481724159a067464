package dev.redlock.aop;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.annotation.AliasFor;
import org.springframework.mock.env.MockEnvironment;

import dev.redlock.annotation.AutoExtend;
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
		this.context = AopContexts.of(this.redlock,
				new MockEnvironment().withProperty("orders.ttl", "7s").withProperty("orders.tenant", "acme"),
				Orders.class, Prefixes.class, WholeClass.class, GuardedPayments.class);
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
	}

	@Test
	void aNamePrefixesTheKeyAndTagsTheMeters() {
		this.orders.named("42");
		assertThat(this.redlock.lastResources()).containsExactly("order:42");
		assertThat(this.redlock.last().name()).isEqualTo("order");
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
	void numbersUuidsEnumsCollectionsAndArraysAreKeys() {
		UUID id = UUID.randomUUID();
		for (Object key : new Object[] { 42, 42L, id, TimeUnit.DAYS }) {
			this.orders.any(key);
		}
		assertThat(this.redlock.lastResources()).containsExactly("DAYS");
		this.orders.any(List.of("b", 1, id));
		assertThat(this.redlock.lastResources()).containsExactlyInAnyOrder("b", "1", id.toString());
		this.orders.any(new int[] { 2, 1 });
		assertThat(this.redlock.lastResources()).containsExactlyInAnyOrder("1", "2");
	}

	@Test
	void aNullKeyIsAnErrorThatMentionsParameters() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.orders.byName(null))
			.withMessageContaining("is null")
			.withMessageContaining("-parameters")
			.withMessageContaining("byName");
		assertThatIllegalArgumentException().isThrownBy(() -> this.orders.unknownParameter("42"))
			.withMessageContaining("-parameters");
		assertThat(this.redlock.count()).isZero();
	}

	@Test
	void aBlankEmptyOrOtherKeyIsAnErrorThatMentionsParameters() {
		for (Object key : new Object[] { "", " ", List.of(), List.of("a", " "), new Object(), new Object[] { null } }) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.orders.any(key))
				.withMessageContaining("-parameters");
		}
		assertThat(this.redlock.count()).isZero();
	}

	@Test
	void durationsMayBePlaceholdersExpressionsOrIsoText() {
		this.orders.timed("42");
		assertThat(this.redlock.last().ttl()).isEqualTo(Duration.ofSeconds(7));
		assertThat(this.redlock.last().waitTime()).isEqualTo(Duration.ofSeconds(2));
		this.orders.timedByExpression("42");
		assertThat(this.redlock.last().ttl()).isEqualTo(Duration.ofSeconds(14));
		assertThat(this.redlock.last().waitTime()).isZero();
		this.orders.byName("42");
		assertThat(this.redlock.last().ttl()).isNull();
		assertThat(this.redlock.last().waitTime()).isNull();
	}

	@Test
	void aMetaAnnotationMayAliasAttributes() {
		this.orders.meta("42");
		assertThat(this.redlock.lastResources()).containsExactly("meta:42");
		assertThat(this.redlock.last().ttl()).isEqualTo(Duration.ofSeconds(3));
	}

	@Test
	void aClassStandsForItsPublicMethodsAndAMethodWins() {
		WholeClass bean = this.context.getBean(WholeClass.class);
		bean.first();
		assertThat(this.redlock.lastResources()).containsExactly("whole");
		bean.second();
		assertThat(this.redlock.lastResources()).containsExactly("own");
		int before = this.redlock.count();
		assertThat(bean).hasToString(bean.toString());
		assertThat(this.redlock.count()).isEqualTo(before);
	}

	@Test
	void anAnnotatedInterfaceGuardsItsImplementation() {
		this.context.getBean(Payments.class).pay("42");
		assertThat(this.redlock.lastResources()).containsExactly("payment:42");
	}

	@Test
	void whatTheBodyThrowsReachesTheCaller() {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.orders.failing("42")).withMessage("body");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> this.orders.failingWithError("42"));
	}

	@Test
	void theLockIsOutsideTransactionsAndCaches() {
		assertThat(this.context.getBean(DistributedLockAdvisor.class).getOrder()).isEqualTo(Integer.MAX_VALUE - 100);
	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(name = "meta", ttl = "3s")
	@interface MetaLock {

		@AliasFor(annotation = DistributedLock.class, attribute = "key")
		String id();

	}

	interface Payments {

		@DistributedLock(name = "payment", key = "#p0")
		void pay(String id);

	}

	static class GuardedPayments implements Payments {

		@Override
		public void pay(String id) {
		}

	}

	public static class Prefixes {

		public String of(String id) {
			return "bean:" + id;
		}

	}

	@DistributedLock(name = "whole")
	public static class WholeClass {

		public void first() {
		}

		@DistributedLock(name = "own")
		public void second() {
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

		@DistributedLock(name = "order", key = "#id")
		void named(String id) {
		}

		@DistributedLock(name = "nightly")
		void onlyNamed() {
		}

		@DistributedLock
		void anonymous() {
		}

		@DistributedLock(key = "#key")
		void any(Object key) {
		}

		@DistributedLock(key = "#missing")
		void unknownParameter(String id) {
		}

		@DistributedLock(key = "#id", ttl = "${orders.ttl}", waitTime = "PT2S", autoExtend = AutoExtend.OFF)
		void timed(String id) {
		}

		@DistributedLock(key = "#id", ttl = "#{2 * 7}s", waitTime = "0s")
		void timedByExpression(String id) {
		}

		@MetaLock(id = "#id")
		void meta(String id) {
		}

		@DistributedLock("#id")
		void failing(String id) throws IOException {
			throw new IOException("body");
		}

		@DistributedLock("#id")
		void failingWithError(String id) {
			throw new AssertionError("body");
		}

	}

}
