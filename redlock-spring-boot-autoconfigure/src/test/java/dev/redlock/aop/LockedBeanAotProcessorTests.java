package dev.redlock.aop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.ReflectionHintsPredicates;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.HttpEntity;
import org.springframework.javapoet.ClassName;
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
		assertThat(reflection.onMethodInvocation(Shop.class, "reserve")).accepts(hints(Shop.class));
		assertThat(reflection.onMethodInvocation(Shop.class, "unguarded")).rejects(hints(Shop.class));
	}

	@Test
	void aMethodMayBeInvokedWhoseAnnotationIsOnTheClassOrInAnInterface() {
		assertThat(reflection.onMethodInvocation(Whole.class, "run")).accepts(hints(Whole.class));
		RuntimeHints hints = hints(Implementation.class);
		assertThat(reflection.onMethodInvocation(Implementation.class, "run")).accepts(hints);
		assertThat(reflection.onMethodInvocation(Contract.class, "run")).accepts(hints);
	}

	@Test
	void allMethodsThatAProxyOfInterfacesHasMayBeInvoked() {
		RuntimeHints hints = hints(LockedRunner.class);
		assertThat(reflection.onType(Runnable.class).withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS))
			.accepts(hints);
	}

	@Test
	void theContentOfAResponseMayBeRead() {
		assertThat(reflection.onMethodInvocation(HttpEntity.class, "getBody")).accepts(hints(Shop.class));
	}

	@Test
	void theFallbackMethodMayBeInvoked() {
		assertThat(reflection.onMethodInvocation(Shop.class, "soldOut")).accepts(hints(Shop.class));
	}

	@Test
	void aFallbackMethodThatDoesNotFitFailsTheBuild() {
		assertThatThrownBy(() -> hints(WithoutFallback.class)).rootCause()
			.isInstanceOf(InvalidLockDefinitionException.class)
			.hasMessageContaining("there is no such method");
	}

	@Test
	void anExpressionThatDoesNotParseFailsTheBuild() {
		assertThatThrownBy(() -> hints(Unparsable.class)).hasStackTraceContaining("is no valid SpEL expression");
	}

	@Test
	void theKeyMayReadParametersAndWhatTheyLeadTo() {
		RuntimeHints hints = hints(Shop.class);
		assertThat(reflection.onMethodInvocation(Order.class, "customer")).accepts(hints);
		assertThat(reflection.onMethodInvocation(Customer.class, "getId")).accepts(hints);
		assertThat(reflection.onMethodInvocation(Line.class, "sku")).accepts(hints);
	}

	@Test
	void theKeyMayCallMethodsOfParametersThatAreNoProperties() {
		assertThat(reflection.onMethodInvocation(Order.class, "toString")).accepts(hints(Shop.class));
	}

	@Test
	void theKeyMayReadTheCall() {
		assertThat(reflection.onMethodInvocation(CallContext.Root.class, "targetClass")).accepts(hints(Shop.class));
		assertThat(reflection.onMethodInvocation(Class.class, "getSimpleName")).accepts(hints(Shop.class));
	}

	@Test
	void theKeyMayReadTheCalledObject() {
		assertThat(reflection.onMethodInvocation(Branch.class, "getRegion")).accepts(hints(Branch.class));
		assertThat(reflection.onMethodInvocation(Depot.class, "region")).accepts(hints(Depot.class));
	}

	@Test
	void theKeyMayCallABean() {
		assertThat(reflection.onMethodInvocation(Tenants.class, "current")).accepts(hints(Shop.class, Tenants.class));
	}

	@Test
	void whatAFactoryBeanMakesMayBeAnnotatedAndSoMayItself() {
		RuntimeHints hints = hints(Clients.class);
		assertThat(reflection.onMethodInvocation(Client.class, "ship")).accepts(hints);
		assertThat(reflection.onMethodInvocation(Order.class, "customer")).accepts(hints);
		assertThat(reflection.onMethodInvocation(Clients.class, "connect")).accepts(hints);
	}

	@Test
	void aBeanWithinTheDefinitionOfAnotherMayBeAnnotatedToo() {
		RootBeanDefinition outer = new RootBeanDefinition(Holder.class);
		outer.getConstructorArgumentValues().addGenericArgumentValue(new RootBeanDefinition(Branch.class));
		assertThat(reflection.onMethodInvocation(Branch.class, "open")).accepts(hints(Map.of("holder", outer)));
	}

	@Test
	void anAnnotationThatStandsForTheLockCanBeMerged() {
		RuntimeHints hints = hints(Composed.class);
		assertThat(RuntimeHintsPredicates.proxies().forInterfaces(DistributedLock.class)).accepts(hints);
		assertThat(reflection.onMethodInvocation(Composed.class, "run")).accepts(hints);
	}

	@Test
	void reactorIsFoundByItsName() {
		assertThat((Predicate<RuntimeHints>) reflection.onType(Flux.class)).accepts(hints(Whole.class));
	}

	@Test
	void aBeanWithoutTheAnnotationNeedsNothing() {
		assertThat(RuntimeHintsPredicates.proxies().forInterfaces(DistributedLock.class)).rejects(hints(Tenants.class));
	}

	private static RuntimeHints hints(Class<?>... beans) {
		return hints(Stream.of(beans).collect(Collectors.toMap(Class::getSimpleName, RootBeanDefinition::new)));
	}

	private static RuntimeHints hints(Map<String, RootBeanDefinition> beans) {
		try (GenericApplicationContext context = new GenericApplicationContext()) {
			beans.forEach(context::registerBeanDefinition);
			DefaultGenerationContext generation = new DefaultGenerationContext(
					new ClassNameGenerator(ClassName.get("dev.redlock.aop", "Generated")),
					new InMemoryGeneratedFiles());
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			return generation.getRuntimeHints();
		}
	}

	record Order(Customer customer) {
	}

	record Line(String sku) {
	}

	record Holder(Branch branch) {
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

		@DistributedLock(key = "@Tenants.current() + #order.customer.id", fallbackMethod = "soldOut")
		void reserve(Order order) {
		}

		private void soldOut(Order order, LockNotAcquiredException ex) {
		}

		@DistributedLock(key = "#lines.![sku]", condition = "#root.targetClass.simpleName != null")
		void reserveAll(List<Line> lines) {
		}

		void unguarded() {
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

		@DistributedLock(name = "client", key = "#order.customer.id")
		void ship(Order order);

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
