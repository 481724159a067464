package dev.redlock.testing;

import java.util.ArrayList;
import java.util.List;

import org.springframework.core.Ordered;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;
import org.springframework.test.context.support.DirtiesContextBeforeModesTestExecutionListener;
import org.springframework.util.ClassUtils;

/**
 * Does what the annotations of a test say in the context that the test really gets: where
 * {@link InMemoryLocks} comes before {@code @SpringBootTest}, such as on a superclass,
 * {@link RedlockExtension} is called before a {@code @DirtiesContext} of the test
 * replaces the context.
 */
final class InMemoryLocksListener implements TestExecutionListener, Ordered {

	@Override
	public int getOrder() {
		return DirtiesContextBeforeModesTestExecutionListener.ORDER + 1;
	}

	@Override
	public void beforeTestMethod(TestContext context) {
		Class<?> testClass = context.getTestClass();
		if (!TestContextAnnotationUtils.hasAnnotation(testClass, InMemoryLocks.class)) {
			return;
		}
		context.getApplicationContext()
			.getBeanProvider(InMemoryRedlock.class)
			.ifAvailable(
					(redlock) -> RedlockExtension.begin(redlock, context.getTestMethod(), fromTheInnermost(testClass)));
	}

	private static List<Class<?>> fromTheInnermost(Class<?> testClass) {
		List<Class<?>> classes = new ArrayList<>();
		classes.add(testClass);
		Class<?> inner = testClass;
		while (ClassUtils.isInnerClass(inner)) {
			inner = inner.getEnclosingClass();
			classes.add(inner);
		}
		return classes;
	}

}
