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

	void setReserved(String sku, int reserved) {
		this.jdbc.sql("UPDATE stock SET reserved = ? WHERE sku = ?").params(reserved, sku).update();
	}

}
