package dev.redlock.aop;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Consumer;

import org.aopalliance.aop.Advice;
import org.aspectj.lang.annotation.Aspect;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.BDDMockito;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Beans with annotated methods that are not behind a proxy.
 */
@ExtendWith(OutputCaptureExtension.class)
class UnguardedBeansTests {

	private static final String WARNING = "runs without its lock";

	private final RecordingRedlock redlock = new RecordingRedlock();

	@Test
	void oneThatIsMadeTooEarlyIsWarnedAboutOnce(CapturedOutput output) {
		try (AnnotationConfigApplicationContext context = context((beans) -> {
			beans.registerBean("early", Work.class);
			beans.registerBean(Early.class, () -> new Early(beans.getBean("early", Work.class)));
		})) {
			context.getBean("early", Work.class).run();
			assertThat(this.redlock.count()).isZero();
		}
		assertThat(output).containsOnlyOnce(WARNING)
			.containsOnlyOnce("Bean 'early'")
			.containsOnlyOnce(Work.class.getName() + ".run");
	}

	@Test
	void whatAFactoryBeanMadeTooEarlyIsWarnedAboutOnce(CapturedOutput output) {
		try (AnnotationConfigApplicationContext context = context((beans) -> {
			beans.registerBean("early", Jobs.class);
			beans.registerBean(EarlyJob.class, () -> new EarlyJob(beans.getBean("early", Job.class)));
		})) {
			context.getBean("early", Job.class).run();
			assertThat(this.redlock.count()).isZero();
		}
		assertThat(output).containsOnlyOnce(WARNING)
			.containsOnlyOnce("Bean 'early'")
			.containsOnlyOnce(Job.class.getName() + ".run");
	}

	@Test
	void nothingIsSaidOfWhatAFactoryBeanMadeInTime(CapturedOutput output) {
		try (AnnotationConfigApplicationContext context = context((beans) -> {
			beans.registerBean("eager", Jobs.class);
			beans.registerBean("lazy", Jobs.class, (definition) -> definition.setLazyInit(true));
		})) {
			context.getBean("eager", Job.class).run();
			context.getBean("lazy", Job.class).run();
			assertThat(this.redlock.count()).isEqualTo(2);
		}
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void nothingIsSaidOfAFactoryBeanThatIsGuardedItself(CapturedOutput output) {
		try (AnnotationConfigApplicationContext context = context(
				(beans) -> beans.registerBean("report", LockedReport.class))) {
			assertThat(context.getBean("report")).isInstanceOf(StringBuilder.class);
			assertThat(this.redlock.count()).isOne();
		}
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void nothingIsSaidOfAFactoryBeanThatMakesNothing(CapturedOutput output) {
		context((beans) -> beans.registerBean("none", Jobs.class, () -> new Jobs() {

			@Override
			public @Nullable Job getObject() {
				return null;
			}

		})).close();
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void oneThatOnlyOtherProxiesAreAroundIsWarnedAbout(CapturedOutput output) {
		context((beans) -> beans.getBeanFactory().registerSingleton("foreign", new ProxyFactory(new Work()).getProxy()))
			.close();
		assertThat(output).containsOnlyOnce(WARNING).contains("Bean 'foreign'");
	}

	@Test
	void nothingIsSaidOfGuardedOnesAndMocks(CapturedOutput output) {
		context((beans) -> {
			beans.registerBean("guarded", Work.class);
			beans.registerBean("manual", Work.class, () -> {
				ProxyFactory inner = new ProxyFactory(new Work());
				inner.addAdvisor(beans.getBean(DistributedLockAdvisor.class));
				ProxyFactory outer = new ProxyFactory(inner.getProxy());
				outer.setProxyTargetClass(true);
				return (Work) outer.getProxy();
			});
			beans.registerBean("job", Job.class, () -> () -> {
			});
			beans.registerBean("lazy", Work.class, (definition) -> definition.setLazyInit(true));
			beans.getBeanFactory().registerSingleton("mock", BDDMockito.mock(Work.class));
			beans.getBeanFactory().registerSingleton("spy", BDDMockito.spy(new Work()));
		}).close();
		assertThat(output).doesNotContain(WARNING);
	}

	@ParameterizedTest(name = "lazy={0}")
	@ValueSource(booleans = { false, true })
	void anAspectCannotBeGuardedSinceItGetsNoProxy(boolean lazy) {
		for (Class<?> type : List.of(Audit.class, OwnAdvice.class)) {
			Refusals.assertRefused((beans) -> {
				AopConfigUtils.registerAspectJAnnotationAutoProxyCreatorIfNecessary(beans);
				beans.registerBean("culprit", type, (definition) -> definition.setLazyInit(lazy));
			}, type, "Spring puts no proxy around", "Move the method to another bean");
		}
	}

	@Test
	void nothingCanBeGuardedIfNothingMakesProxies() {
		Refusals.assertRefused((beans) -> {
			beans.removeBeanDefinition(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME);
			beans.registerBean("culprit", Work.class, (definition) -> definition.setLazyInit(true));
		}, Work.class, "auto-proxying is switched off", "spring.aop.auto");
	}

	@Test
	void whatMakesThemDoesNotMatter(CapturedOutput output) {
		try (AnnotationConfigApplicationContext context = context((beans) -> {
			beans.removeBeanDefinition(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME);
			beans.registerBean(DefaultAdvisorAutoProxyCreator.class);
			beans.registerBean("guarded", Work.class);
		})) {
			context.getBean("guarded", Work.class).run();
			assertThat(this.redlock.count()).isOne();
		}
		assertThat(output).doesNotContain(WARNING);
	}

	private AnnotationConfigApplicationContext context(Consumer<AnnotationConfigApplicationContext> beans) {
		return AopContexts.of(this.redlock, (context) -> {
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(context);
			beans.accept(context);
		});
	}

	interface Job {

		@DistributedLock(name = "job")
		void run();

	}

	static class Work {

		@DistributedLock(name = "a")
		void run() {
		}

	}

	record Early(Work work) implements BeanFactoryPostProcessor {

		@Override
		public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		}

	}

	/**
	 * As those of repositories and HTTP clients.
	 */
	static class Jobs implements FactoryBean<Job> {

		@Override
		public @Nullable Job getObject() {
			return (Job) Proxy.newProxyInstance(Job.class.getClassLoader(), new Class<?>[] { Job.class },
					(proxy, method, arguments) -> method.getName().equals("hashCode") ? 1 : null);
		}

		@Override
		public Class<?> getObjectType() {
			return Job.class;
		}

	}

	static class LockedReport implements FactoryBean<StringBuilder> {

		@Override
		@DistributedLock(name = "report")
		public StringBuilder getObject() {
			return new StringBuilder();
		}

		@Override
		public Class<?> getObjectType() {
			return StringBuilder.class;
		}

	}

	record EarlyJob(Job job) implements BeanFactoryPostProcessor {

		@Override
		public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
		}

	}

	@Aspect
	static class Audit {

		@DistributedLock("'a'")
		void run() {
		}

	}

	static class OwnAdvice implements Advice {

		@DistributedLock("'a'")
		void run() {
		}

	}

}
