package dev.redlock.aop;

import java.util.List;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.mockito.BDDMockito;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanDefinitionHolder;
import org.springframework.beans.factory.support.BeanDefinitionReaderUtils;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.ResolvableType;
import org.springframework.samples.redlock.Clinic;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.aop.elsewhere.PackagePrivateMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which beans are checked when the application starts.
 */
class LockDefinitionCheckTests {

	private static final String PROBLEM = "ttl 'soon' is no duration";

	private static void assertRefused(Consumer<AnnotationConfigApplicationContext> beans, Class<?> bean) {
		Refusals.assertRefused(beans, bean, PROBLEM, "Write it like");
	}

	@Test
	void oneBehindAProxyOfItsClassIsRefused() {
		assertRefused((context) -> {
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(context);
			context.registerBean("culprit", Unusable.class);
		}, Unusable.class);
	}

	@Test
	void oneBehindAProxyOfItsInterfaceIsRefused() {
		assertRefused((context) -> context.registerBean("culprit", UnusableRunner.class), UnusableRunner.class);
	}

	@Test
	void oneWithTheAnnotationOnItsClassIsRefused() {
		assertRefused((context) -> context.registerBean("culprit", UnusableClass.class), UnusableClass.class);
	}

	@Test
	void aLazyOneThatIsNotCreatedIsRefused() {
		assertRefused((context) -> context.registerBean("culprit", Unusable.class, () -> {
			throw new AssertionError("created");
		}, (definition) -> definition.setLazyInit(true)), Unusable.class);
	}

	@Test
	void aPrototypeIsRefused() {
		assertRefused((context) -> context.registerBean("culprit", Unusable.class,
				(definition) -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE)), Unusable.class);
	}

	@Test
	void oneBehindAScopedProxyIsRefused() {
		assertRefused((context) -> BeanDefinitionReaderUtils.registerBeanDefinition(
				ScopedProxyUtils.createScopedProxy(
						new BeanDefinitionHolder(new RootBeanDefinition(Unusable.class), "culprit"), context, true),
				context), Unusable.class);
	}

	@Test
	void oneOfAMethodThatReturnsItsInterfaceIsRefused() {
		assertRefused((context) -> context.register(Beans.class), UnusableRunner.class);
	}

	@Test
	void oneThatIsKnownByItsInterfaceOnlyIsRefused() {
		assertRefused((context) -> context.register(LazyBeans.class), UnusableInterface.class);
	}

	@Test
	void oneWhoseProxyTheApplicationMadeIsRefused() {
		assertRefused((context) -> context.registerBean("culprit", Runner.class,
				() -> (Runner) new ProxyFactory(new UnusableRunner()).getProxy()), UnusableRunner.class);
	}

	@Test
	void oneWhosePackageBeginsLikeThoseOfSpringIsRefused() {
		assertRefused((context) -> context.registerBean("culprit", Clinic.class,
				(definition) -> definition.setLazyInit(true)), Clinic.class);
	}

	@Test
	void oneThatWasThereBeforeIsRefused() {
		assertRefused((context) -> context.getBeanFactory().registerSingleton("culprit", new Unusable()),
				Unusable.class);
	}

	@Test
	void aMethodThatNoProxyCanGuardIsRefused() {
		for (Class<?> bean : new Class<?>[] { PrivateMethod.class, StaticMethod.class, FinalMethod.class }) {
			Refusals.assertRefused(bean, "the method is private, static or final", "call it from another bean");
		}
	}

	@Test
	void aFinalMethodOfABeanThatIsNotCreatedYetIsRefused() {
		String problem = "the method is private, static or final";
		Refusals.assertRefused(
				(context) -> context.registerBean("culprit", FinalMethod.class,
						(definition) -> definition.setLazyInit(true)),
				FinalMethod.class, problem, "call it from another bean");
		Refusals.assertRefused(
				(context) -> context.registerBean("culprit", FinalMethod.class,
						(definition) -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE)),
				FinalMethod.class, problem, "call it from another bean");
	}

	@Test
	void aFinalMethodOfAnInterfaceIsRefusedWhenAProxyOfItsClassIsMade() {
		for (String scope : List.of(BeanDefinition.SCOPE_SINGLETON, BeanDefinition.SCOPE_PROTOTYPE)) {
			try (AnnotationConfigApplicationContext context = AopContexts.of(new RecordingRedlock(), (customized) -> {
				AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(customized);
				customized.registerBean("culprit", FinalMethodOfAnInterface.class, (definition) -> {
					definition.setLazyInit(true);
					definition.setScope(scope);
				});
			})) {
				for (int i = 0; i < 2; i++) {
					assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean("culprit"))
						.havingRootCause()
						.isInstanceOf(InvalidLockDefinitionException.class)
						.withMessageContaining("the method is private, static or final");
				}
			}
		}
	}

	@Test
	void aFinalMethodOfAnInterfaceIsLockedBehindAProxyOfThat() {
		RecordingRedlock redlock = new RecordingRedlock();
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock,
				(customized) -> customized.registerBean("job", FinalMethodOfAnInterface.class,
						(definition) -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE)))) {
			context.getBean("job", Runner.class).run();
			context.getBean("job", Runner.class).run();
		}
		assertThat(redlock.count()).isEqualTo(2);
	}

	@Test
	void aMethodThatTheInterfacesOfItsProxyDoNotHaveIsRefused() {
		String problem = "is one of interfaces, none of which has the method";
		Refusals.assertRefused(NotInItsInterface.class, problem, "spring.aop.proxy-target-class=true");
		try (AnnotationConfigApplicationContext context = AopContexts.of(new RecordingRedlock(),
				(customized) -> customized.registerBean("culprit", NotInItsInterface.class,
						(definition) -> definition.setLazyInit(true)))) {
			assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean("culprit"))
				.havingRootCause()
				.withMessageContaining(problem);
		}
	}

	@Test
	void aMethodWhoseInterfaceHasAnotherTypeThereIsGuarded() {
		RecordingRedlock redlock = new RecordingRedlock();
		try (AnnotationConfigApplicationContext context = AopContexts.ofInterfaces(redlock, TextConsumer.class)) {
			context.<Consumer<String>>getBeanProvider(ResolvableType.forClassWithGenerics(Consumer.class, String.class))
				.getObject()
				.accept("x");
		}
		assertThat(redlock.count()).isOne();
	}

	@Test
	void aFinalMethodThatALockedClassInheritsIsRefused() {
		Refusals.assertRefused((context) -> context.registerBean("culprit", LockedSubclass.class),
				FinalMethodOfABaseClass.class, "the method is private, static or final",
				"instead of the class dev.redlock.aop.LockDefinitionCheckTests$LockedSubclass");
	}

	@Test
	void aMethodThatOnlyItsOwnPackageSeesIsRefused() {
		Refusals.assertRefused((context) -> context.registerBean("culprit", OfAnotherPackage.class),
				PackagePrivateMethod.class, "only classes of its package can override it", "protected or public");
	}

	@Test
	void everythingElseStarts() {
		AopContexts.of(new RecordingRedlock(), (context) -> {
			context.registerBean(Usable.class);
			context.registerBean(PackagePrivateMethod.class);
			context.registerBean(FinalMethodOfAnInterface.class);
			context.registerBean("lazy", FinalMethodOfAnInterface.class, (definition) -> definition.setLazyInit(true));
			context.getBeanFactory().registerSingleton("mock", BDDMockito.mock(Usable.class));
			context.registerBean("unknown", RootBeanDefinition.class, () -> new RootBeanDefinition("missing"));
		}).close();
	}

	interface Runner {

		void run();

	}

	interface UnusableInterface {

		@DistributedLock(name = "a", ttl = "soon")
		void run();

	}

	static class Usable {

		@DistributedLock(name = "a")
		void run() {
		}

	}

	static class Unusable {

		@DistributedLock(name = "a", ttl = "soon")
		void run() {
		}

	}

	static class UnusableRunner implements Runner {

		@Override
		@DistributedLock(name = "a", ttl = "soon")
		public void run() {
		}

	}

	@DistributedLock(name = "a", ttl = "soon")
	public static class UnusableClass {

		public void run() {
		}

	}

	static class PrivateMethod {

		@DistributedLock(name = "a")
		private void run() {
		}

	}

	static class StaticMethod {

		@DistributedLock(name = "a")
		static void run() {
		}

	}

	static class FinalMethod {

		@DistributedLock(name = "a")
		final void run() {
		}

	}

	public static class FinalMethodOfABaseClass {

		public final void run() {
		}

	}

	@DistributedLock(name = "a")
	public static class LockedSubclass extends FinalMethodOfABaseClass {

		public void work() {
		}

	}

	static class OfAnotherPackage extends PackagePrivateMethod {

	}

	static class NotInItsInterface implements Consumer<String> {

		@Override
		public void accept(String text) {
			run();
		}

		@DistributedLock(name = "a")
		protected void run() {
		}

	}

	static class TextConsumer implements Consumer<String> {

		@Override
		@DistributedLock(name = "a")
		public void accept(String text) {
		}

	}

	static class FinalMethodOfAnInterface implements Runner {

		@Override
		@DistributedLock(name = "a")
		public final void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Beans {

		@Bean
		Runner culprit() {
			return new UnusableRunner();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyBeans {

		@Bean
		@Lazy
		UnusableInterface culprit() {
			throw new AssertionError("created");
		}

	}

}
