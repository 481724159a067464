package dev.redlock;

import java.util.Set;

/**
 * A lease ended before the work under it did: somebody else may have worked at the same
 * time.
 */
public final class LeaseLostException extends RedlockException {

	private final transient Set<String> resources;

	private final LossReason reason;

	/**
	 * Creates the exception.
	 * @param resources what was locked
	 * @param reason why the lease ended
	 */
	public LeaseLostException(Set<String> resources, LossReason reason) {
		super("%s: the lease was lost (%s) before the work under it had ended. Undo the work or check it with a "
			.formatted(String.join(", ", resources), reason)
				+ "fencing token; use a longer ttl, or extend the lease while working", null);
		this.resources = Set.copyOf(resources);
		this.reason = reason;
	}

	/**
	 * Returns what was locked.
	 * @return the resources
	 */
	public Set<String> getResources() {
		return this.resources;
	}

	/**
	 * Returns why the lease ended.
	 * @return the reason
	 */
	public LossReason getReason() {
		return this.reason;
	}

}
