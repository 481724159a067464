package dev.redlock.sample;

/**
 * Nothing is left to reserve.
 */
final class SoldOutException extends RuntimeException {

	SoldOutException(String sku) {
		super("'" + sku + "' is sold out");
	}

}
