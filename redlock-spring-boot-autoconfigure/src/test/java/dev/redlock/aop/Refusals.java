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
