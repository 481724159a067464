package dev.redlock.sample;

import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The table of stocks. Its statements are kept apart on purpose: what they read may be
 * old when they write.
 */
@Repository
class StockRepository {

	private final JdbcClient jdbc;

	StockRepository(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Sets a stock of which nothing is reserved. Its fence stays: a stale holder remains
	 * one.
	 * @param sku the article
	 * @param quantity how many there are in all
	 */
	void set(String sku, int quantity) {
		this.jdbc.sql("MERGE INTO stock (sku, quantity, reserved) KEY (sku) VALUES (?, ?, 0)")
			.params(sku, quantity)
			.update();
	}

	Optional<Stock> find(String sku) {
		return this.jdbc.sql("SELECT sku, quantity, reserved FROM stock WHERE sku = ?")
			.param(sku)
			.query(Stock.class)
			.optional();
	}

	/**
	 * Sets what is reserved, unless a later holder of the lock has done so already.
	 * @param sku the article
	 * @param reserved how many are reserved
	 * @param fence the fencing token of the caller
	 * @return {@code false} if the caller is stale and nothing was written
	 */
	boolean setReserved(String sku, int reserved, long fence) {
		return this.jdbc.sql("UPDATE stock SET reserved = ?, fence = ? WHERE sku = ? AND fence < ?")
			.params(reserved, fence, sku, fence)
			.update() > 0;
	}

	void setReservedUnfenced(String sku, int reserved) {
		this.jdbc.sql("UPDATE stock SET reserved = ? WHERE sku = ?").params(reserved, sku).update();
	}

}
