package dev.redlock.sample;

/**
 * There is no such article.
 */
final class UnknownSkuException extends RuntimeException {

	UnknownSkuException(String sku) {
		super("There is no article '" + sku + "'; PUT /stock/" + sku + "?quantity=50 makes one");
	}

}
