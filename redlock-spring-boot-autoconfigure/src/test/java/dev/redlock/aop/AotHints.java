package dev.redlock.aop;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.javapoet.ClassName;

/**
 * What a native image is told about beans.
 */
final class AotHints {

	private AotHints() {
	}

	static RuntimeHints of(Class<?>... beans) {
		return of(Stream.of(beans).collect(Collectors.toMap(Class::getSimpleName, RootBeanDefinition::new)));
	}

	static RuntimeHints of(Map<String, RootBeanDefinition> beans) {
		try (GenericApplicationContext context = new GenericApplicationContext()) {
			beans.forEach(context::registerBeanDefinition);
			DefaultGenerationContext generation = new DefaultGenerationContext(
					new ClassNameGenerator(ClassName.get("dev.redlock.aop", "Generated")),
					new InMemoryGeneratedFiles());
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			return generation.getRuntimeHints();
		}
	}

}
