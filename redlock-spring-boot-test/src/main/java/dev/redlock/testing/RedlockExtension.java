package dev.redlock.testing;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

import dev.redlock.Redlock;
import dev.redlock.aop.ContextualRedlock;

/**
 * Resets the locks for each test, does what the annotations of the test say, and gives
 * them to parameters. {@link InMemoryLocks} registers it; in a unit test,
 * {@code @ExtendWith(RedlockExtension.class)} does as well.
 */
public final class RedlockExtension
		implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {

	private static final Namespace namespace = Namespace.create(RedlockExtension.class);

	/**
	 * Creates the extension.
	 */
	public RedlockExtension() {
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		if (!SpringTests.isSpringTest(context)) {
			// Before any nested class asks, which would have locks of its own.
			redlock(context);
			contextual(context);
		}
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		List<Class<?>> classes = new ArrayList<>(context.getEnclosingTestClasses());
		classes.add(context.getRequiredTestClass());
		Collections.reverse(classes);
		begin(redlock(context), context.getRequiredTestMethod(), classes);
	}

	@Override
	public void afterEach(ExtensionContext context) {
		// With Spring, the transaction of the test may keep leases, and ends later than
		// this.
		if (!SpringTests.isSpringTest(context)) {
			redlock(context).reset();
		}
	}

	/**
	 * Frees all locks, but for what the annotations of a test say.
	 * @param redlock the locks
	 * @param method the test
	 * @param classes its classes, from the innermost to the outermost
	 */
	static void begin(InMemoryRedlock redlock, Method method, List<Class<?>> classes) {
		redlock.reset();
		List<AnnotatedElement> elements = new ArrayList<>(classes);
		elements.add(0, method);
		for (AnnotatedElement element : elements) {
			boolean unavailable = AnnotationSupport.isAnnotated(element, LocksAreUnavailable.class);
			Optional<LocksAreHeld> held = AnnotationSupport.findAnnotation(element, LocksAreHeld.class);
			if (unavailable) {
				redlock.makeUnavailable();
			}
			held.map(LocksAreHeld::value).ifPresent((resources) -> hold(redlock, resources));
			if (unavailable || held.isPresent()) {
				return;
			}
		}
	}

	private static void hold(InMemoryRedlock redlock, String[] resources) {
		if (resources.length > 0) {
			redlock.hold(resources);
		}
		else {
			redlock.holdAll();
		}
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		Class<?> type = parameter.getParameter().getType();
		return (type == InMemoryRedlock.class || type == Redlock.class)
				&& !(SpringTests.isSpringTest(context) && SpringTests.isInjectedBySpring(parameter));
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		if (parameter.getParameter().getType() == InMemoryRedlock.class) {
			return redlock(context);
		}
		return SpringTests.isSpringTest(context) ? SpringTests.contextual(context) : contextual(context);
	}

	private static Redlock contextual(ExtensionContext context) {
		return context.getStore(namespace)
			.computeIfAbsent(ContextualRedlock.class, (type) -> new ContextualRedlock(redlock(context)),
					ContextualRedlock.class);
	}

	private static InMemoryRedlock redlock(ExtensionContext context) {
		return SpringTests.isSpringTest(context) ? SpringTests.redlock(context) : context.getStore(namespace)
			.computeIfAbsent(InMemoryRedlock.class, (type) -> new InMemoryRedlock(), InMemoryRedlock.class);
	}

}
