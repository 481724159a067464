package dev.redlock.aop;

import org.junit.jupiter.api.Test;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.RedlockException;
import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where a fallback runs, and that no lock guards it.
 */
class FallbackTargetTests {

	@Test
	void theFallbackOfAClassIsNotLockedItself() {
		RecordingRedlock redlock = new RecordingRedlock();
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, WholeClass.class)) {
			assertThat(context.getBean(WholeClass.class).instead()).isEqualTo("instead");
			assertThat(redlock.count()).isZero();
		}
		try (AnnotationConfigApplicationContext context = AopContexts.of(RefusingRedlock.held(), WholeClass.class)) {
			assertThat(context.getBean(WholeClass.class).run()).isEqualTo("instead");
		}
	}

	@Test
	void aMethodThatOnlyHasTheNameOfTheFallbackOfItsClassIsLocked() {
		RecordingRedlock redlock = new RecordingRedlock();
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, Overloaded.class)) {
			Overloaded bean = context.getBean(Overloaded.class);
			assertThat(bean.run("42")).isEqualTo("run");
			assertThat(redlock.count()).isOne();
			assertThat(bean.run("42", null)).isEqualTo("instead");
			assertThat(redlock.count()).isOne();
		}
		try (AnnotationConfigApplicationContext context = AopContexts.of(RefusingRedlock.held(), Overloaded.class)) {
			assertThat(context.getBean(Overloaded.class).run("42")).isEqualTo("instead");
		}
	}

	@Test
	void aMethodOfAPackagePrivateSuperclassIsLockedAndItsFallbackIsFound() {
		RecordingRedlock redlock = new RecordingRedlock();
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, OfHiddenClass.class)) {
			assertThat(context.getBean(OfHiddenClass.class).run("42")).isEqualTo("run");
			assertThat(redlock.count()).isOne();
		}
		try (AnnotationConfigApplicationContext context = AopContexts.of(RefusingRedlock.held(), OfHiddenClass.class,
				OfHiddenMethod.class)) {
			assertThat(context.getBean(OfHiddenClass.class).run("42")).isEqualTo("instead");
			assertThat(context.getBean(OfHiddenMethod.class).run("42")).isEqualTo("instead");
		}
	}

	@Test
	void aPrivateFallbackRunsOnTheObjectBehindAllProxies() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(RefusingRedlock.held(), (beans) -> {
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(beans);
			beans.registerBean(Stateful.class, FallbackTargetTests::proxied);
		})) {
			assertThat(context.getBean(Stateful.class).run()).isEqualTo("its state");
		}
	}

	@Test
	void aFallbackOfWhatAnInterfaceLocksIsFoundBehindAProxyOfThatInterface() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(RefusingRedlock.held(),
				(beans) -> beans.registerBean(Contract.class, FallbackTargetTests::proxiedContract))) {
			assertThat(context.getBean(Contract.class).run()).isEqualTo("its state");
		}
		try (AnnotationConfigApplicationContext context = AopContexts.of(new RecordingRedlock(),
				(beans) -> beans.registerBean(Contract.class, FallbackTargetTests::proxiedContract))) {
			assertThat(context.getBean(Contract.class).run()).isEqualTo("run");
		}
	}

	private static Contract proxiedContract() {
		return (Contract) new ProxyFactory(new Implementation()).getProxy();
	}

	private static Stateful proxied() {
		ProxyFactory proxy = new ProxyFactory(new Stateful());
		proxy.setProxyTargetClass(true);
		return (Stateful) proxy.getProxy();
	}

	interface Contract {

		@DistributedLock(name = "contract", fallbackMethod = "instead")
		String run();

	}

	static class Implementation implements Contract {

		private final StringBuilder state = new StringBuilder("its state");

		@Override
		public String run() {
			return "run";
		}

		private String instead() {
			return this.state.toString();
		}

	}

	static class Stateful {

		private final StringBuilder state = new StringBuilder("its state");

		@DistributedLock(name = "stateful", fallbackMethod = "instead")
		String run() {
			return "run";
		}

		private String instead() {
			return this.state.toString();
		}

	}

	@DistributedLock(name = "whole", fallbackMethod = "instead")
	public static class WholeClass {

		public String run() {
			return "run";
		}

		public String instead() {
			return "instead";
		}

	}

	@DistributedLock(name = "whole", fallbackMethod = "run")
	public static class Overloaded {

		public String run(String id) {
			return "run";
		}

		public String run(String id, RedlockException reason) {
			return "instead";
		}

	}

	public interface Work {

		String run(String id);

	}

	public interface Replacement {

		String run(String id, RedlockException reason);

	}

	public interface OtherReplacement {

		String instead(String id);

	}

	/**
	 * The compiler gives the public methods of such a class bridges in its subclasses.
	 */
	@DistributedLock(name = "hidden", fallbackMethod = "run")
	static class HiddenClass implements Work, Replacement {

		@Override
		public String run(String id) {
			return "run";
		}

		@Override
		public String run(String id, RedlockException reason) {
			return "instead";
		}

	}

	public static class OfHiddenClass extends HiddenClass {

	}

	static class HiddenMethod implements Work, OtherReplacement {

		@Override
		@DistributedLock(name = "hidden", fallbackMethod = "instead")
		public String run(String id) {
			return "run";
		}

		@Override
		public String instead(String id) {
			return "instead";
		}

	}

	public static class OfHiddenMethod extends HiddenMethod {

	}

}
