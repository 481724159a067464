package dev.redlock.sample;

/**
 * The stock of an article.
 *
 * @param sku the article
 * @param quantity how many there are in all
 * @param reserved how many of them are reserved
 */
record Stock(String sku, int quantity, int reserved) {

	boolean isSoldOut() {
		return this.reserved >= this.quantity;
	}

}
