package dev.redlock.quorum;

import org.jspecify.annotations.Nullable;

/**
 * A clock that throws an error when a certain method asks for the time, as any line of
 * ours may for want of memory.
 */
final class FailingClock implements MonotonicClock {

	private final VirtualTime time;

	private @Nullable Class<?> type;

	private String method = "";

	private boolean once;

	FailingClock(VirtualTime time) {
		this.time = time;
	}

	void failIn(Class<?> type, String method) {
		this.type = type;
		this.method = method;
	}

	/**
	 * Fails the next time only.
	 */
	void failOnceIn(Class<?> type, String method) {
		failIn(type, method);
		this.once = true;
	}

	void recover() {
		this.type = null;
	}

	@Override
	public long nanos() {
		if (this.type != null && StackWalker.getInstance().walk((frames) -> frames.anyMatch(this::isFailing))) {
			if (this.once) {
				recover();
			}
			throw new NoClassDefFoundError("scripted to throw");
		}
		return this.time.nanos();
	}

	private boolean isFailing(StackWalker.StackFrame frame) {
		return this.type != null && frame.getClassName().equals(this.type.getName())
				&& frame.getMethodName().equals(this.method);
	}

}
