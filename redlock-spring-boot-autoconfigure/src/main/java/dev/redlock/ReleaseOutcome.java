package dev.redlock;

/**
 * What a quorum of nodes said to a release (S11).
 */
public enum ReleaseOutcome {

	/**
	 * The keys were ours and are gone, or end when the lock was to be held at least. Also
	 * of a lease that was {@linkplain Lease#loss() lost} otherwise than with its keys,
	 * such as by an operator or because its validity had run out.
	 */
	RELEASED,

	/**
	 * The keys were gone before the release: expired, or forgotten by nodes that
	 * restarted.
	 */
	EXPIRED,

	/**
	 * Another owner has the keys; they were left alone.
	 */
	TAKEN,

	/**
	 * Too few nodes answered to know. The release was sent to all, or is owed to those
	 * that can't be reached or refuse it for now, and the ttl ends what remains.
	 */
	UNCONFIRMED,

	/**
	 * Nothing was sent, since the lease had been handed over.
	 */
	HANDED_OVER

}
