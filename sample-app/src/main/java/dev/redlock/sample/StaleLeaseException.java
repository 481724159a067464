package dev.redlock.sample;

/**
 * A holder of the lock with a higher token has begun its work already.
 */
final class StaleLeaseException extends RuntimeException {

	StaleLeaseException(String sku) {
		super("'" + sku + "' is that of a holder with a higher fencing token meanwhile; nothing was written");
	}

}
