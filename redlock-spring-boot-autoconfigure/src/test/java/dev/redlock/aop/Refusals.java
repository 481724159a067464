package dev.redlock.aop;

import java.util.function.Consumer;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Starts that annotations stop.
 */
final class Refusals {

	private Refusals() {
	}

	/**
	 * Asserts that a bean is refused since the container calls the method past its proxy.
	 */
	static void assertRefusedAsCallback(Class<?> bean) {
		assertThatExceptionOfType(InvalidLockDefinitionException.class).as(bean.getSimpleName())
			.isThrownBy(() -> AopContexts.of(new RecordingRedlock(), bean).close())
			.withMessageContaining("the container calls the method on the object itself")
			.satisfies((ex) -> assertThat(ex.getRemedy()).contains("@EventListener(ApplicationReadyEvent.class)",
					"ApplicationRunner", "stop(Runnable) of a SmartLifecycle"));
	}

	/**
	 * Asserts that a bean with a method {@code run} is refused.
	 */
	static void assertRefused(Class<?> bean, String problem, String remedy) {
		assertRefused((context) -> context.registerBean("culprit", bean), bean, problem, remedy);
	}

	static void assertRefused(Consumer<AnnotationConfigApplicationContext> beans, Class<?> bean, String problem,
			String remedy) {
		assertThatExceptionOfType(InvalidLockDefinitionException.class)
			.isThrownBy(() -> AopContexts.of(new RecordingRedlock(), beans).close())
			.withMessageStartingWith("Bean 'culprit', @DistributedLock on " + bean.getName() + ".run: ")
			.withMessageContaining(problem)
			.satisfies((ex) -> assertThat(ex.getRemedy()).contains(remedy).endsWith("."));
	}

}
