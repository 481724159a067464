package dev.redlock.sample;

/**
 * A later holder of the lock has written already.
 */
final class StaleLeaseException extends RuntimeException {

	StaleLeaseException(String sku) {
		super("'" + sku + "' was reserved by a later holder of the lock meanwhile; nothing was written");
	}

}
