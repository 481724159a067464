package dev.redlock.aop;

import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

/**
 * For methods that declare to return any object, or something with any object in it: one
 * whose work may go on fails the call, since the lock is gone by then.
 */
final class CheckedStyle implements ReturnStyle {

	private final ReturnStyle blocking;

	/**
	 * Creates the style.
	 * @param blocking holds the lock until the call returns
	 */
	CheckedStyle(ReturnStyle blocking) {
		this.blocking = blocking;
	}

	@Override
	public @Nullable Object run(LockedCall call) throws Throwable {
		return checked(call, this.blocking.run(call));
	}

	@Override
	public @Nullable Object join(LockedCall call) throws Throwable {
		return checked(call, this.blocking.join(call));
	}

	@Override
	public @Nullable Object skipped() {
		return this.blocking.skipped();
	}

	private static @Nullable Object checked(LockedCall call, @Nullable Object result) {
		requireDone(call, result);
		requireDone(call, ReturnedContent.of(result));
		return result;
	}

	private static void requireDone(LockedCall call, @Nullable Object result) {
		if (result != null && !(result instanceof Future<?> future && future.isDone())
				&& ReturnStyles.isUnfinished(result.getClass())) {
			throw new IllegalStateException(
					("@DistributedLock on %s: the method returned a %s, whose work is not guarded, since the method "
							+ "declares another type. Declare what it returns")
						.formatted(call.definition().method(), result.getClass().getName()));
		}
	}

}
