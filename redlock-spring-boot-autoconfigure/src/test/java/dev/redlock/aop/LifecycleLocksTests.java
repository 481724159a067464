package dev.redlock.aop;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.SmartFactoryBean;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.Lifecycle;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locks on what the container starts and stops, partly through the proxy.
 */
class LifecycleLocksTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	@Test
	void aLockOnTheStopOfASmartLifecycleStopsTheStartSinceItWouldRunWithoutIt() {
		Refusals.assertRefusedAsCallback(OnStop.class);
	}

	@Test
	void aSmartLifecycleMayHaveItsLocksWhereItIsCalled() {
		AopContexts.of(this.redlock, OnStopWithCallback.class).close();
		assertThat(this.redlock.count()).isEqualTo(2);
		assertThat(this.redlock.lastResources()).containsExactly("stop");
	}

	@Test
	void aLockOfTheClassOfASmartLifecycleHoldsWhileItStops() {
		AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, OnLifecycleClass.class);
		AtomicBoolean locked = new AtomicBoolean();
		context.getBean(OnLifecycleClass.class).onStop(() -> locked.set(this.redlock.isLocked()));
		context.close();
		assertThat(locked).isTrue();
	}

	@Test
	void aLockOfTheClassIsNotAskedForByWhatTheContainerWantsToKnow() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Dormant.class)) {
			Dormant dormant = context.getBean(Dormant.class);
			assertThat(dormant.getPhase() + dormant.getOrder()).isEqualTo(3);
			assertThat(dormant.isRunning()).isFalse();
			assertThat(this.redlock.count()).isZero();
			dormant.getOrder(7);
			assertThat(this.redlock.count()).isOne();
		}
	}

	@Test
	void aLockOfTheClassOfAFactoryIsNotForWhatItMakes() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Factory.class)) {
			assertThat(context.getBean(StringBuilder.class)).hasToString("made");
			SmartFactoryBean<?> factory = (SmartFactoryBean<?>) context.getBean("&factory");
			assertThat(factory.isPrototype() || factory.isEagerInit()).isTrue();
			assertThat(this.redlock.count()).isZero();
		}
	}

	@Test
	void aLockOfTheClassOfAConfigurationIsNotForTheBeansThatItMakes() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Configured.class)) {
			assertThat(context.getBean(StringBuilder.class)).hasToString("made");
			assertThat(this.redlock.count()).isZero();
		}
	}

	@Test
	void aLockOnAMethodThatMakesABeanStopsTheStartSinceTheBeanWouldWorkWithoutIt() {
		assertThatExceptionOfType(InvalidLockDefinitionException.class)
			.isThrownBy(() -> AopContexts.of(this.redlock, OnBeanMethod.class))
			.withMessageContaining("it makes a bean")
			.satisfies((ex) -> assertThat(ex.getRemedy()).contains("Annotate the method that does the work"));
	}

	@Test
	void aLockOfTheClassIsForTheEventsOfAListenerAndNotForWhichOnesItWants() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Particular.class)) {
			assertThat(this.redlock.count()).isZero();
			context.publishEvent(new PayloadApplicationEvent<>(context, "a"));
			assertThat(this.redlock.count()).isOne();
			context.getBean(Particular.class).supportsSourceType("a");
			assertThat(this.redlock.count()).isEqualTo(2);
		}
	}

	@Test
	void aLifecycleThatIsNotSmartIsStoppedThroughItsProxy() {
		AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, OnStopOfALifecycle.class);
		context.start();
		context.close();
		assertThat(this.redlock.lastResources()).containsExactly("stop");
	}

	@Configuration
	@DistributedLock(name = "configured")
	static class Configured implements Supplier<StringBuilder> {

		@Bean
		@Override
		public StringBuilder get() {
			return new StringBuilder("made");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OnBeanMethod {

		@Bean
		@DistributedLock(name = "orders")
		Consumer<String> orders() {
			return (order) -> {
			};
		}

	}

	static class OnStop extends Running implements SmartLifecycle {

		@Override
		@DistributedLock(name = "stop")
		public void stop() {
			super.stop();
		}

	}

	static class OnStopWithCallback extends Running implements SmartLifecycle {

		@Override
		@DistributedLock(name = "start")
		public void start() {
			super.start();
		}

		@Override
		@DistributedLock(name = "stop")
		public void stop(Runnable callback) {
			stop();
			callback.run();
		}

	}

	@DistributedLock(name = "whole")
	public static class OnLifecycleClass extends Running implements SmartLifecycle {

		private Runnable onStop = () -> {
		};

		public void onStop(Runnable task) {
			this.onStop = task;
		}

		@Override
		public void stop() {
			this.onStop.run();
			super.stop();
		}

	}

	@DistributedLock(name = "whole")
	public static class Dormant extends Running implements SmartLifecycle, Ordered {

		@Override
		public boolean isAutoStartup() {
			return false;
		}

		@Override
		public int getPhase() {
			return 1;
		}

		@Override
		public int getOrder() {
			return 2;
		}

		public int getOrder(int number) {
			return number;
		}

	}

	@DistributedLock(name = "whole")
	public static class Factory implements SmartFactoryBean<StringBuilder> {

		@Override
		public StringBuilder getObject() {
			return new StringBuilder("made");
		}

		@Override
		public Class<?> getObjectType() {
			return StringBuilder.class;
		}

		@Override
		public boolean isEagerInit() {
			return true;
		}

	}

	@DistributedLock(name = "whole")
	public static class Particular implements GenericApplicationListener {

		@Override
		public boolean supportsEventType(ResolvableType eventType) {
			return PayloadApplicationEvent.class.isAssignableFrom(eventType.toClass());
		}

		@Override
		public boolean supportsSourceType(Class<?> sourceType) {
			return sourceType != null;
		}

		public boolean supportsSourceType(String name) {
			return name.isEmpty();
		}

		@Override
		public String getListenerId() {
			return "particular";
		}

		@Override
		public boolean supportsAsyncExecution() {
			return false;
		}

		@Override
		public void onApplicationEvent(ApplicationEvent event) {
		}

	}

	static class OnStopOfALifecycle extends Running {

		@Override
		@DistributedLock(name = "stop")
		public void stop() {
			super.stop();
		}

	}

	public abstract static class Running implements Lifecycle {

		private boolean running;

		@Override
		public void start() {
			this.running = true;
		}

		@Override
		public void stop() {
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

	}

}
