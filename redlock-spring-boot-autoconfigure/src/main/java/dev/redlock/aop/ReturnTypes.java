package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapterRegistry;

/**
 * Refuses methods whose work goes on after they have returned: a lock that ended with the
 * call would guard nothing.
 */
final class ReturnTypes {

	private ReturnTypes() {
	}

	static void requireSynchronous(Method method) {
		Class<?> type = method.getReturnType();
		if (Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)
				|| KotlinDetector.isSuspendingFunction(method)
				|| ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null) {
			throw new InvalidLockDefinitionException(method,
					"the return type %s is asynchronous, so its work would outlive the lock"
						.formatted(type.getSimpleName()),
					"Annotate the synchronous method that does the work, or use Redlock.acquireAsync.", null);
		}
	}

}
