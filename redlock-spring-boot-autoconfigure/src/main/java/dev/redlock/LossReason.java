package dev.redlock;

/**
 * Why a lease ended other than by release (S8).
 */
public enum LossReason {

	/**
	 * Its validity ran out.
	 */
	EXPIRED,

	/**
	 * A quorum answered that the keys are no longer ours: another owner has them, or they
	 * are gone, such as from nodes that restarted empty, or while the machine of this
	 * process was suspended.
	 */
	TAKEN,

	/**
	 * The cap of extensions was reached and the validity ran out.
	 */
	EXTENSION_LIMIT,

	/**
	 * The {@link Redlock} was closed.
	 */
	CLOSED,

	/**
	 * An operator ended the lease.
	 */
	REVOKED

}
