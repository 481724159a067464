package dev.redlock.aop;

import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.mockito.BDDMockito;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanDefinitionHolder;
import org.springframework.beans.factory.support.BeanDefinitionReaderUtils;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.samples.redlock.Clinic;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.aop.elsewhere.PackagePrivateMethod;

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
	void everythingElseStarts() {
		AopContexts.of(new RecordingRedlock(), (context) -> {
			context.registerBean(Usable.class);
			context.registerBean(PackagePrivateMethod.class);
			context.registerBean(ProxyReachTests.FinalMethodOfAnInterface.class);
			context.registerBean("lazy", ProxyReachTests.FinalMethodOfAnInterface.class,
					(definition) -> definition.setLazyInit(true));
			context.getBeanFactory().registerSingleton("mock", BDDMockito.mock(Usable.class));
			context.getBeanFactory().registerSingleton("mockOfInterface", BDDMockito.mock(Prices.class));
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

	interface Prices {

		@DistributedLock(key = "#sku", fallbackMethod = "ofTheImplementation")
		long price(String sku);

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
