package dev.redlock.aop;

import java.util.function.Function;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.Test;
import org.springframework.aop.TargetClassAware;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.LockNotAcquiredException;
import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Interfaces of which the object behind a proxy of Spring knows nothing, as with
 * repositories.
 */
class ProxiedInterfacesTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	@Test
	void aLockOfTheWholeInterfaceGuardsWhatItDeclares() {
		assertThat(call(this.redlock, Orders.class, (orders) -> orders.find("42"))).isEqualTo("answer");
		assertThat(this.redlock.lastResources()).containsExactly("orders");
	}

	@Test
	void itGuardsWhatTheInterfaceInheritsToo() {
		call(this.redlock, Orders.class, Repository::count);
		assertThat(this.redlock.lastResources()).containsExactly("orders");
	}

	@Test
	void itGuardsDefaultMethods() {
		assertThat(call(this.redlock, Orders.class, (orders) -> orders.isThere("42"))).isEqualTo(true);
		assertThat(this.redlock.lastResources()).containsExactly("orders");
	}

	@Test
	void theProxyMayBeTheBeanItself() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, (beans) -> beans
			.registerBean(Orders.class, (Supplier<Orders>) () -> proxy(Orders.class, new Store())))) {
			context.getBean(Orders.class).find("42");
		}
		assertThat(this.redlock.lastResources()).containsExactly("orders");
	}

	@Test
	void thereMayBeSeveralProxies() {
		Orders inner = proxy(Orders.class, new Store());
		assertThat(call(this.redlock, Orders.class, proxy(Orders.class, inner), (orders) -> orders.find("42")))
			.isEqualTo("answer");
		assertThat(this.redlock.lastResources()).containsExactly("orders");
	}

	@Test
	void whatTheProxyTellsOfItselfNeedsNoKey() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock,
				(beans) -> beans.registerBean(Keyed.class, (Supplier<Keyed>) () -> proxy(Keyed.class, new Store())))) {
			Keyed bean = context.getBean(Keyed.class);
			assertThat(((Advised) bean).isFrozen()).isFalse();
			assertThat(this.redlock.count()).isZero();
			bean.find("42");
		}
		assertThat(this.redlock.lastResources()).containsExactly("keyed:42");
	}

	@Test
	void aLockWithoutANameIsCalledAfterTheInterface() {
		call(this.redlock, Unnamed.class, Repository::count);
		assertThat(this.redlock.lastResources()).containsExactly(Unnamed.class.getName() + ".count");
		call(this.redlock, AlsoUnnamed.class, Repository::count);
		assertThat(this.redlock.lastResources()).containsExactly(AlsoUnnamed.class.getName() + ".count");
		assertThat(this.redlock.last().name()).isEqualTo("AlsoUnnamed.count");
	}

	@Test
	void aKeySeesTheInterface() {
		call(this.redlock, Unnamed.class, (repository) -> repository.find("42"));
		assertThat(this.redlock.lastResources()).containsExactly(Unnamed.class.getName() + ":Unnamed:42");
	}

	@Test
	void aDefaultMethodMayBeTheFallback() {
		assertThat(call(this.redlock, WithFallback.class, (repository) -> repository.find("42"))).isEqualTo("answer");
		assertThat(call(RefusingRedlock.held(), WithFallback.class, (repository) -> repository.find("42")))
			.isEqualTo("instead of 42");
	}

	@Test
	void aFallbackThatIsNotThereStopsTheStart() {
		assertThatExceptionOfType(InvalidLockDefinitionException.class)
			.isThrownBy(() -> call(this.redlock, WithoutFallback.class, (repository) -> repository.find("42")))
			.withMessageContaining(WithoutFallback.class.getName())
			.satisfies((ex) -> assertThat(ex.getRemedy()).contains("Declare it in WithoutFallback:"));
	}

	@Test
	void aBeanThatTellsOfAnotherClassIsLocked() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Telling.class)) {
			context.getBean(Telling.class).run();
		}
		assertThat(this.redlock.lastResources()).containsExactly("telling");
	}

	@Test
	void theAdviceItselfRunsNothingUnlockedWhoseLockItDoesNotFind() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock)) {
			ProxyFactory factory = factory(Orders.class, new Store());
			factory.addAdvice(0, context.getBean(DistributedLockAdvisor.class).getAdvice());
			Orders orders = (Orders) factory.getProxy();
			assertThatExceptionOfType(InvalidLockDefinitionException.class).isThrownBy(() -> orders.find("42"))
				.withMessageContaining(Orders.class.getName() + ".find")
				.withMessageContaining(Store.class.getName());
			assertThat(orders).hasToString("store");
		}
	}

	private static <T> Object call(Redlock redlock, Class<T> type, Function<T, Object> call) {
		return call(redlock, type, proxy(type, new Store()), call);
	}

	private static <T> Object call(Redlock redlock, Class<T> type, T object, Function<T, Object> call) {
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock,
				(beans) -> beans.registerBean("repository", Factory.class, () -> new Factory<>(type, object)))) {
			return call.apply(context.getBean(type));
		}
	}

	private static <T> T proxy(Class<T> type, Object target) {
		return type.cast(factory(type, target).getProxy());
	}

	private static ProxyFactory factory(Class<?> type, Object target) {
		ProxyFactory factory = new ProxyFactory();
		factory.setTarget(target);
		factory.setInterfaces(type);
		factory.addAdvice((MethodInterceptor) ProxiedInterfacesTests::answer);
		return factory;
	}

	private static Object answer(MethodInvocation invocation) throws Throwable {
		return switch (invocation.getMethod().getName()) {
			case "find" -> "answer";
			case "count" -> 1L;
			case "isThere" -> true;
			case "instead" -> "instead of " + invocation.getArguments()[0];
			default -> invocation.proceed();
		};
	}

	public interface Repository {

		long count();

		String find(String id);

	}

	@DistributedLock(name = "orders")
	public interface Orders extends Repository {

		@Override
		String find(String id);

		default boolean isThere(String id) {
			return true;
		}

	}

	@DistributedLock(name = "keyed", key = "#id")
	public interface Keyed {

		String find(String id);

	}

	public interface Unnamed extends Repository {

		@Override
		@DistributedLock
		long count();

		@Override
		@DistributedLock(key = "#root.targetClass.name + ':' + #root.method.declaringClass.simpleName + ':' + #id")
		String find(String id);

	}

	public interface AlsoUnnamed extends Repository {

		@Override
		@DistributedLock
		long count();

	}

	public interface WithFallback {

		@DistributedLock(name = "orders", fallbackMethod = "instead")
		String find(String id);

		default String instead(String id, LockNotAcquiredException reason) {
			return "instead";
		}

	}

	public interface WithoutFallback {

		@DistributedLock(name = "orders", fallbackMethod = "instead")
		String find(String id);

	}

	static class Store {

		@Override
		public String toString() {
			return "store";
		}

	}

	@DistributedLock(name = "telling")
	public static class Telling implements TargetClassAware {

		public void run() {
		}

		@Override
		public Class<?> getTargetClass() {
			return Store.class;
		}

	}

	record Factory<T>(Class<T> type, T object) implements FactoryBean<T> {

		@Override
		public T getObject() {
			return this.object;
		}

		@Override
		public Class<?> getObjectType() {
			return this.type;
		}

	}

}
