package dev.redlock.sample;

/**
 * A later holder of the lock has begun its work already.
 */
final class StaleLeaseException extends RuntimeException {

	StaleLeaseException(String sku) {
		super("'" + sku + "' is locked by a later holder meanwhile; nothing was written");
	}

}
