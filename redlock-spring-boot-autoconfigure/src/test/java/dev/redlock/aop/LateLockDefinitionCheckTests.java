package dev.redlock.aop;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Beans whose classes nobody knows before they are made: they are checked then.
 */
@ExtendWith(OutputCaptureExtension.class)
class LateLockDefinitionCheckTests {

	private static final String PROBLEM = "the method is private, static or final";

	private final RecordingRedlock redlock = new RecordingRedlock();

	private static void assertRefused(Runnable call, Class<?> culprit) {
		assertThatExceptionOfType(BeansException.class).isThrownBy(call::run)
			.havingRootCause()
			.isInstanceOf(InvalidLockDefinitionException.class)
			.withMessageContaining("@DistributedLock on " + culprit.getName() + ".work: " + PROBLEM);
	}

	@ParameterizedTest
	@ValueSource(classes = { LazyBeans.class, Prototypes.class, Products.class })
	void oneThatIsKnownByItsInterfaceIsRefusedEachTimeItIsAskedFor(Class<?> beans) {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, beans)) {
			assertRefused(() -> context.getBean(Runner.class), PrivateMethod.class);
			assertRefused(() -> context.getBean(Runner.class), PrivateMethod.class);
		}
	}

	@Test
	void oneThatIsNoBeanOfTheContextIsRefused() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock)) {
			AutowireCapableBeanFactory factory = context.getAutowireCapableBeanFactory();
			assertRefused(() -> factory.createBean(PrivateMethod.class), PrivateMethod.class);
		}
	}

	@ParameterizedTest
	@ValueSource(classes = { Prototypes.class, Products.class })
	void oneThatAnotherBeanNeedsStopsTheStart(Class<?> beans) {
		assertThatExceptionOfType(InvalidLockDefinitionException.class)
			.isThrownBy(() -> AopContexts.of(this.redlock, beans, Boss.class).close())
			.withMessageStartingWith("Bean 'culprit', @DistributedLock on " + PrivateMethod.class.getName())
			.withMessageContaining(PROBLEM);
	}

	@Test
	void alsoWhatTheAnnotationSaysIsChecked() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, UnusableBeans.class)) {
			assertThatExceptionOfType(BeansException.class).isThrownBy(() -> context.getBean(Runner.class))
				.havingRootCause()
				.withMessageContaining("soon");
		}
	}

	@Test
	void whatCanWorkIsLockedAndHasItsMeters(CapturedOutput output) {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, UsableBeans.class)) {
			context.getBean("prototype", Runner.class).run();
			context.getBean("product", Runner.class).run();
			assertThat(this.redlock.count()).isEqualTo(2);
			assertThat(context.getBean(Names.class).last).isEqualTo("usable");
		}
		assertThat(output).doesNotContain("not eligible", "runs without its lock");
	}

	@Test
	void theInstanceOfATestIsNoBeanAndIsLeftAlone() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock)) {
			Object test = new PrivateMethod();
			String name = PrivateMethod.class.getName() + AutowireCapableBeanFactory.ORIGINAL_INSTANCE_SUFFIX;
			assertThat(context.getAutowireCapableBeanFactory().initializeBean(test, name)).isSameAs(test);
		}
	}

	@Test
	void theContainerDoesNotCloseTheProductOfAFactoryBean() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, UsableBeans.class)) {
			context.getBean("product", Runner.class).close();
			assertThat(this.redlock.lastResources()).containsExactly("close");
		}
		assertThat(this.redlock.count()).isOne();
	}

	interface Runner {

		void run();

		default void close() {
		}

	}

	public static class PrivateMethod implements Runner {

		@Override
		public void run() {
			work();
		}

		@DistributedLock(name = "a")
		private void work() {
		}

	}

	public static class Unusable implements Runner {

		@Override
		@DistributedLock(name = "a", ttl = "soon")
		public void run() {
		}

	}

	public static class Usable implements Runner, AutoCloseable {

		@Override
		@DistributedLock(name = "usable")
		public void run() {
		}

		@Override
		@DistributedLock(name = "close")
		public void close() {
		}

	}

	record Boss(Runner runner) {

	}

	static class RunnerFactory implements FactoryBean<Runner> {

		private final Runner runner;

		RunnerFactory(Runner runner) {
			this.runner = runner;
		}

		@Override
		public Runner getObject() {
			return this.runner;
		}

		@Override
		public Class<?> getObjectType() {
			return Runner.class;
		}

	}

	static class Names implements LockNameListener {

		private String last = "";

		@Override
		public void onName(String name) {
			this.last = name;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyBeans {

		@Bean
		@Lazy
		Runner culprit() {
			return new PrivateMethod();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Prototypes {

		@Bean
		@Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
		Runner culprit() {
			return new PrivateMethod();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Products {

		@Bean
		RunnerFactory culprit() {
			return new RunnerFactory(new PrivateMethod());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UnusableBeans {

		@Bean
		@Lazy
		Runner culprit() {
			return new Unusable();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UsableBeans {

		@Bean
		@Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
		Runner prototype() {
			return new Usable();
		}

		@Bean
		RunnerFactory product() {
			return new RunnerFactory(new Usable());
		}

		@Bean
		Names names() {
			return new Names();
		}

	}

}
