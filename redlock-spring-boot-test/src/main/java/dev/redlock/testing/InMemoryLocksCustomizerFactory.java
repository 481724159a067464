package dev.redlock.testing;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Switches the locks on for tests with {@link InMemoryLocks}, also if the properties of
 * other tests switch them off.
 */
final class InMemoryLocksCustomizerFactory implements ContextCustomizerFactory {

	InMemoryLocksCustomizerFactory() {
	}

	@Override
	public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> configAttributes) {
		return TestContextAnnotationUtils.hasAnnotation(testClass, InMemoryLocks.class) ? new SwitchedOn() : null;
	}

	/**
	 * A record, since contexts of equal customizers are shared.
	 */
	private record SwitchedOn() implements ContextCustomizer {

		@Override
		public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration mergedConfig) {
			context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("inMemoryLocks", Map.of("redlock.enabled", "true")));
		}

	}

}
