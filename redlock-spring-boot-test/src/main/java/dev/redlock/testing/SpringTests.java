package dev.redlock.testing;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.test.context.junit.jupiter.SpringExtension;

import dev.redlock.Redlock;

/**
 * What is different in tests with an application context. Spring Test need not be there
 * for those without.
 */
final class SpringTests {

	private SpringTests() {
	}

	static boolean isSpringTest(ExtensionContext context) {
		List<Class<?>> classes = new ArrayList<>(context.getEnclosingTestClasses());
		context.getTestClass().ifPresent(classes::add);
		return classes.stream()
			.flatMap((type) -> AnnotationSupport.findRepeatableAnnotations(type, ExtendWith.class).stream())
			.flatMap((annotation) -> Arrays.stream(annotation.value()))
			.anyMatch((extension) -> extension.getName()
				.equals("org.springframework.test.context.junit.jupiter.SpringExtension"));
	}

	static boolean isInjectedBySpring(ParameterContext parameter) {
		return parameter.getDeclaringExecutable() instanceof Constructor || parameter.isAnnotated(Autowired.class)
				|| parameter.isAnnotated(Qualifier.class);
	}

	static Redlock contextual(ExtensionContext context) {
		return SpringExtension.getApplicationContext(context).getBean(Redlock.class);
	}

	static InMemoryRedlock redlock(ExtensionContext context) {
		InMemoryRedlock redlock = SpringExtension.getApplicationContext(context)
			.getBeanProvider(InMemoryRedlock.class)
			.getIfAvailable();
		if (redlock == null) {
			throw new IllegalStateException(
					"There is no InMemoryRedlock in the application context of %s: annotate the class with @InMemoryLocks"
						.formatted(context.getRequiredTestClass().getName()));
		}
		return redlock;
	}

}
