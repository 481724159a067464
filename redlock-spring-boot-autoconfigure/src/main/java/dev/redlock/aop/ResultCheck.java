package dev.redlock.aop;

import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/**
 * Whether the work of a result is done when it is there. If the declared type tells, that
 * was asked when the application started. If it may be any object, or something with any
 * object in it, each result has to be looked at: one whose work may go on fails the call,
 * since the lock is gone by then.
 */
enum ResultCheck {

	/**
	 * The type tells.
	 */
	NONE,

	/**
	 * The type may be any.
	 */
	EACH;

	/**
	 * Returns the check for a type.
	 * @param declared the type of what is there when the lock ends, as it was declared
	 */
	static ResultCheck of(ResolvableType declared) {
		Class<?> type = declared.resolve(Object.class);
		return (type == Object.class || ReturnedContent.isUnknown(declared)) ? EACH : NONE;
	}

	/**
	 * Checks a result.
	 * @throws IllegalStateException if its work may go on
	 */
	void requireDone(LockedCall call, @Nullable Object result) {
		if (this == EACH && result != null) {
			requireEnded(call, result);
			requireEnded(call, ReturnedContent.of(result));
		}
	}

	/**
	 * Returns why a call fails that has a result, or {@code null} if it does not.
	 */
	@Nullable Throwable failure(LockedCall call, @Nullable Object result) {
		try {
			requireDone(call, result);
			return null;
		}
		catch (RuntimeException | Error ex) {
			// Also what a class of the application throws when it is asked for its
			// content.
			return ex;
		}
	}

	private static void requireEnded(LockedCall call, @Nullable Object result) {
		if (result != null && !(result instanceof Future<?> future && future.isDone())
				&& ReturnStyles.isUnfinished(result.getClass())) {
			throw new IllegalStateException(
					("@DistributedLock on %s: the method returned a %s, whose work is not guarded, since the method "
							+ "declares another type. Declare what it returns")
						.formatted(call.definition().method(), result.getClass().getName()));
		}
	}

}
