package dev.redlock.aop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Map;
import java.util.function.Predicate;

import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.ReflectionHintsPredicates;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.http.HttpEntity;
import reactor.core.publisher.Flux;

import dev.redlock.LockNotAcquiredException;
import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * What a native image is told about annotated methods.
 */
class LockedBeanAotProcessorTests {

	private static final ReflectionHintsPredicates reflection = RuntimeHintsPredicates.reflection();

	@Test
	void anAnnotatedMethodMayBeInvoked() {
		assertThat(reflection.onMethodInvocation(Shop.class, "reserve")).accepts(AotHints.of(Shop.class));
		assertThat(reflection.onMethodInvocation(Shop.class, "unguarded")).rejects(AotHints.of(Shop.class));
	}

	@Test
	void aMethodMayBeInvokedWhoseAnnotationIsOnTheClassOrInAnInterface() {
		assertThat(reflection.onMethodInvocation(Whole.class, "run")).accepts(AotHints.of(Whole.class));
		RuntimeHints hints = AotHints.of(Implementation.class);
		assertThat(reflection.onMethodInvocation(Implementation.class, "run")).accepts(hints);
		assertThat(reflection.onMethodInvocation(Contract.class, "run")).accepts(hints);
	}

	@Test
	void allMethodsThatAProxyOfInterfacesHasMayBeInvoked() {
		RuntimeHints hints = AotHints.of(LockedRunner.class);
		assertThat(reflection.onType(Runnable.class).withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS))
			.accepts(hints);
	}

	@Test
	void theContentOfAResponseMayBeRead() {
		assertThat(reflection.onMethodInvocation(HttpEntity.class, "getBody")).accepts(AotHints.of(Shop.class));
	}

	@Test
	void theFallbackMethodMayBeInvoked() {
		assertThat(reflection.onMethodInvocation(Shop.class, "soldOut")).accepts(AotHints.of(Shop.class));
	}

	@Test
	void aFallbackMethodThatDoesNotFitFailsTheBuild() {
		assertThatThrownBy(() -> AotHints.of(WithoutFallback.class)).rootCause()
			.isInstanceOf(InvalidLockDefinitionException.class)
			.hasMessageContaining("there is no such method");
	}

	@Test
	void anExpressionThatDoesNotParseFailsTheBuild() {
		assertThatThrownBy(() -> AotHints.of(Unparsable.class)).hasStackTraceContaining("is no valid SpEL expression");
	}

	@Test
	void whatAFactoryBeanMakesMayBeAnnotatedAndSoMayItself() {
		RuntimeHints hints = AotHints.of(Clients.class);
		assertThat(reflection.onMethodInvocation(Client.class, "ship")).accepts(hints);
		assertThat(reflection.onMethodInvocation(Parcel.class, "id")).accepts(hints);
		assertThat(reflection.onMethodInvocation(Clients.class, "connect")).accepts(hints);
	}

	@Test
	void aBeanWithinTheDefinitionOfAnotherMayBeAnnotatedToo() {
		RootBeanDefinition outer = new RootBeanDefinition(Holder.class);
		outer.getConstructorArgumentValues().addGenericArgumentValue(new RootBeanDefinition(Branch.class));
		assertThat(reflection.onMethodInvocation(Branch.class, "open")).accepts(AotHints.of(Map.of("holder", outer)));
	}

	@Test
	void anAnnotationThatStandsForTheLockCanBeMerged() {
		RuntimeHints hints = AotHints.of(Composed.class);
		assertThat(RuntimeHintsPredicates.proxies().forInterfaces(DistributedLock.class)).accepts(hints);
		assertThat(reflection.onMethodInvocation(Composed.class, "run")).accepts(hints);
	}

	@Test
	void reactorIsFoundByItsName() {
		assertThat((Predicate<RuntimeHints>) reflection.onType(Flux.class)).accepts(AotHints.of(Whole.class));
	}

	@Test
	void aBeanWithoutTheAnnotationNeedsNothing() {
		assertThat(RuntimeHintsPredicates.proxies().forInterfaces(DistributedLock.class))
			.rejects(AotHints.of(Unguarded.class));
	}

	record Parcel(String id) {
	}

	record Holder(Branch branch) {
	}

	static class Unguarded {

		void run() {
		}

	}

	static class Shop {

		@DistributedLock(name = "shop", fallbackMethod = "soldOut")
		void reserve() {
		}

		private void soldOut(LockNotAcquiredException ex) {
		}

		void unguarded() {
		}

	}

	public static class Branch {

		@DistributedLock("#id")
		void open(String id) {
		}

	}

	@DistributedLock
	public static class Whole {

		public void run() {
		}

	}

	interface Contract {

		@DistributedLock(key = "#id")
		void run(String id);

	}

	static class Implementation implements Contract {

		@Override
		public void run(String key) {
		}

	}

	interface Client {

		@DistributedLock(name = "client", key = "#parcel.id")
		void ship(Parcel parcel);

	}

	static class Clients implements FactoryBean<Client> {

		@Override
		public Client getObject() {
			return (order) -> {
			};
		}

		@Override
		public Class<Client> getObjectType() {
			return Client.class;
		}

		@DistributedLock(name = "clients")
		void connect() {
		}

	}

	static class WithoutFallback {

		@DistributedLock(fallbackMethod = "missing")
		void run() {
		}

	}

	static class Unparsable {

		@DistributedLock("'order:' + #")
		void run(String id) {
		}

	}

	static class Composed {

		@Exclusive
		void run() {
		}

	}

	@DistributedLock(name = "exclusive")
	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@interface Exclusive {

	}

	static class LockedRunner implements Runnable {

		@Override
		@DistributedLock("'a'")
		public void run() {
		}

	}

}
