package dev.redlock.aop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Proxy;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.annotation.AliasFor;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where an annotation may be.
 */
class AnnotationPlacementTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	@Test
	void aClassStandsForItsPublicMethodsAndAMethodWins() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, WholeClass.class)) {
			WholeClass bean = context.getBean(WholeClass.class);
			bean.first();
			assertThat(this.redlock.lastResources()).containsExactly("whole");
			bean.second();
			assertThat(this.redlock.lastResources()).containsExactly("own");
			bean.hidden();
			assertThat(bean).hasToString("whole");
			assertThat(this.redlock.count()).isEqualTo(2);
		}
	}

	@Test
	void aClassDoesNotStandForItsStaticMethods() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, WithStaticMethod.class)) {
			context.getBean(WithStaticMethod.class).run();
			assertThat(this.redlock.lastResources()).containsExactly("whole");
		}
	}

	@Test
	void aSubclassHasTheAnnotationsOfItsSuperclass() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Subclass.class)) {
			Subclass bean = context.getBean(Subclass.class);
			bean.first();
			assertThat(this.redlock.lastResources()).containsExactly("whole");
			bean.second();
			assertThat(this.redlock.lastResources()).containsExactly("own");
			bean.third();
			assertThat(this.redlock.lastResources()).containsExactly("whole");
		}
	}

	@Test
	void anAnnotationOfAnInterfaceGuardsItsImplementation() {
		for (boolean ofInterfaces : new boolean[] { true, false }) {
			try (AnnotationConfigApplicationContext context = payments(ofInterfaces)) {
				Payments bean = context.getBean(Payments.class);
				assertThat(Proxy.isProxyClass(bean.getClass())).isEqualTo(ofInterfaces);
				bean.pay("42");
				assertThat(this.redlock.lastResources()).containsExactly("payment:42");
				bean.refund("43");
				assertThat(this.redlock.lastResources()).containsExactly("payments");
				bean.swap("from", "to");
				assertThat(this.redlock.lastResources()).containsExactly("from>to");
			}
		}
	}

	@Test
	void aMethodOfAProxiedInterfaceMayHaveItsOwnAnnotation() {
		try (AnnotationConfigApplicationContext context = AopContexts.ofInterfaces(this.redlock, OwnPayments.class)) {
			context.getBean(Payments.class).pay("42");
			assertThat(this.redlock.lastResources()).containsExactly("own:42");
		}
	}

	@Test
	void aMetaAnnotationMayAliasAttributes() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Orders.class)) {
			context.getBean(Orders.class).meta("42");
			assertThat(this.redlock.lastResources()).containsExactly("meta:42");
			assertThat(this.redlock.last().ttl()).isEqualTo(Duration.ofSeconds(3));
		}
	}

	@Test
	void aMetaAnnotationMayBeOnAClass() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, MetaClass.class)) {
			context.getBean(MetaClass.class).run("42");
			assertThat(this.redlock.lastResources()).containsExactly("meta:x42");
		}
	}

	@Test
	void aMetaAnnotationOfAMethodWinsOverThatOfItsInterface() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, MetaPayments.class)) {
			context.getBean(MetaPayments.class).pay("42");
			assertThat(this.redlock.lastResources()).containsExactly("meta:42");
		}
	}

	private AnnotationConfigApplicationContext payments(boolean ofInterfaces) {
		return ofInterfaces ? AopContexts.ofInterfaces(this.redlock, GuardedPayments.class)
				: AopContexts.of(this.redlock, GuardedPayments.class);
	}

	@Target({ ElementType.METHOD, ElementType.TYPE })
	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(name = "meta", ttl = "3s")
	@interface MetaLock {

		@AliasFor(annotation = DistributedLock.class, attribute = "key")
		String id();

	}

	@DistributedLock(name = "payments")
	interface Payments {

		@DistributedLock(name = "payment", key = "#p0")
		void pay(String id);

		void refund(String id);

		@DistributedLock("#source + '>' + #target")
		void swap(String source, String target);

	}

	static class GuardedPayments implements Payments {

		@Override
		public void pay(String id) {
		}

		@Override
		public void refund(String id) {
		}

		@Override
		public void swap(String target, String source) {
		}

	}

	static class OwnPayments extends GuardedPayments {

		@Override
		@DistributedLock(name = "own", key = "#id")
		public void pay(String id) {
		}

	}

	static class MetaPayments extends GuardedPayments {

		@Override
		@MetaLock(id = "#id")
		public void pay(String id) {
		}

	}

	@DistributedLock(name = "whole")
	public static class WholeClass {

		public void first() {
		}

		@DistributedLock(name = "own")
		public void second() {
		}

		void hidden() {
		}

		@Override
		public String toString() {
			return "whole";
		}

	}

	@DistributedLock(name = "whole")
	public static class WithStaticMethod {

		public void run() {
		}

		public static void help() {
		}

	}

	public static class Subclass extends WholeClass {

		@Override
		public void second() {
			super.second();
		}

		public void third() {
		}

	}

	@MetaLock(id = "'x' + #id")
	public static class MetaClass {

		public void run(String id) {
		}

	}

	static class Orders {

		@MetaLock(id = "#id")
		void meta(String id) {
		}

	}

}
