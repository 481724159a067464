package dev.redlock.aop;

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
		ResultCheck.EACH.requireDone(call, result);
		return result;
	}

}
