package dev.redlock.autoconfigure;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurationImportSelector;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.type.AnnotationMetadata;

/**
 * An application with all auto-configurations of this module and none of others, read as
 * Spring Boot reads them: by name, so that a class that is missing does no harm.
 */
@Configuration(proxyBeanMethods = false)
@Import(LocksOnly.Selector.class)
public class LocksOnly {

	/**
	 * Starts and ends the application.
	 * @param arguments its properties
	 * @return the names of its beans, separated by commas
	 */
	public static String run(String... arguments) {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(LocksOnly.class)
			.web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.registerShutdownHook(false)
			.run(arguments)) {
			return String.join(",", context.getBeanDefinitionNames());
		}
	}

	/**
	 * Finds the auto-configurations.
	 */
	static final class Selector extends AutoConfigurationImportSelector {

		@Override
		protected AnnotationAttributes getAttributes(AnnotationMetadata metadata) {
			return new AnnotationAttributes(Map.of("exclude", new String[0], "excludeName", new String[0]));
		}

		@Override
		protected List<String> getCandidateConfigurations(AnnotationMetadata metadata,
				@Nullable AnnotationAttributes attributes) {
			return super.getCandidateConfigurations(metadata, attributes).stream()
				.filter((name) -> name.startsWith("dev.redlock.") || name.equals(AopAutoConfiguration.class.getName()))
				.toList();
		}

	}

}
