package dev.redlock;

import java.util.Set;

/**
 * A lease ended before the work under it did: somebody else may have worked at the same
 * time.
 */
public final class LeaseLostException extends RedlockException {

	private final LossReason reason;

	/**
	 * Creates the exception.
	 * @param resources what was locked
	 * @param reason why the lease ended
	 */
	public LeaseLostException(Set<String> resources, LossReason reason) {
		super(resources, "%s: the lease was lost (%s): %s. Undo the work under it or check it with a fencing token; %s"
			.formatted(String.join(", ", resources), reason, cause(reason), remedy(reason)), null);
		this.reason = reason;
	}

	private static String cause(LossReason reason) {
		return switch (reason) {
			case EXPIRED -> "its validity ran out";
			case TAKEN -> "a quorum of nodes does not have it under its token";
			case EXTENSION_LIMIT -> "its validity ran out when it had been extended as often as it may";
			case CLOSED -> "the locks were closed, as when the application shuts down";
			case REVOKED -> "an operator ended it";
		};
	}

	private static String remedy(LossReason reason) {
		return switch (reason) {
			case EXPIRED -> "use a longer ttl, or extend the lease while working; if it is extended, look for nodes "
					+ "that do not answer in time or refuse to extend it, which the log says, and for pauses of the "
					+ "process";
			case TAKEN -> "if it was handed over, adopt it before it expires; if not, look for nodes that forgot the "
					+ "key: a restart without persistence, eviction, FLUSHALL, a clock that was set forward; and "
					+ "for a suspension of this machine";
			case EXTENSION_LIMIT -> "raise redlock.extension.max (maxExtensions of the lock), use a longer ttl, or do "
					+ "less under one lock";
			case CLOSED -> "end the work before the locks, such as in SmartLifecycle.stop()";
			case REVOKED -> "ask who sent DELETE to /actuator/redlock, and why the work took so long";
		};
	}

	/**
	 * Returns why the lease ended.
	 * @return the reason
	 */
	public LossReason getReason() {
		return this.reason;
	}

}
