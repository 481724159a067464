package dev.redlock.aop;

import java.util.List;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.ResolvableType;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.aop.elsewhere.PackagePrivateMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which methods a proxy can guard, by their modifiers and by what the proxy is of.
 */
class ProxyReachTests {

	private static final String UNREACHABLE = "the method is private, static or final";

	@Test
	void aMethodThatNoProxyCanGuardIsRefused() {
		for (Class<?> bean : new Class<?>[] { PrivateMethod.class, StaticMethod.class, FinalMethod.class }) {
			Refusals.assertRefused(bean, UNREACHABLE, "call it from another bean");
		}
	}

	@Test
	void aFinalMethodOfABeanThatIsNotCreatedYetIsRefused() {
		Refusals.assertRefused(
				(context) -> context.registerBean("culprit", FinalMethod.class,
						(definition) -> definition.setLazyInit(true)),
				FinalMethod.class, UNREACHABLE, "call it from another bean");
		Refusals.assertRefused(
				(context) -> context.registerBean("culprit", FinalMethod.class,
						(definition) -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE)),
				FinalMethod.class, UNREACHABLE, "call it from another bean");
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
						.withMessageContaining(UNREACHABLE);
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
			context.getBean("job", Runnable.class).run();
			context.getBean("job", Runnable.class).run();
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
	void soIsThatOfALazyBeanWhoseSuperclassHasTheInterface() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(new RecordingRedlock(),
				(customized) -> customized.registerBean("culprit", NotInAnInheritedInterface.class,
						(definition) -> definition.setLazyInit(true)))) {
			assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> context.getBean("culprit"))
				.havingRootCause()
				.isInstanceOf(InvalidLockDefinitionException.class);
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
				FinalMethodOfABaseClass.class, UNREACHABLE,
				"instead of the class dev.redlock.aop.ProxyReachTests$LockedSubclass");
	}

	@Test
	void aMethodThatOnlyItsOwnPackageSeesIsRefused() {
		Refusals.assertRefused((context) -> context.registerBean("culprit", OfAnotherPackage.class),
				PackagePrivateMethod.class, "only classes of its package can override it", "protected or public");
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

	static class Plain implements Runnable {

		@Override
		public void run() {
		}

	}

	static class NotInAnInheritedInterface extends Plain {

		@DistributedLock(name = "work")
		void work() {
		}

	}

	static class FinalMethodOfAnInterface implements Runnable {

		@Override
		@DistributedLock(name = "a")
		public final void run() {
		}

	}

}
