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
	 * Sets a stock of which nothing is reserved.
	 * @param sku the article
	 * @param quantity how many there are in all
	 * @param fence the fencing token of the caller
	 * @return {@code false} if the caller is stale and nothing was written
	 */
	boolean set(String sku, int quantity, long fence) {
		return this.jdbc.sql("""
				MERGE INTO stock USING (VALUES (CAST(? AS VARCHAR), CAST(? AS INT), CAST(? AS BIGINT)))
				AS wanted (sku, quantity, fence) ON stock.sku = wanted.sku
				WHEN MATCHED AND stock.fence < wanted.fence THEN
				UPDATE SET quantity = wanted.quantity, reserved = 0, fence = wanted.fence
				WHEN NOT MATCHED THEN
				INSERT (sku, quantity, reserved, fence) VALUES (wanted.sku, wanted.quantity, 0, wanted.fence)
				""").params(sku, quantity, fence).update() > 0;
	}

	/**
	 * Marks a stock as that of a holder of its lock, unless a later one has it already.
	 * From now on no earlier one can write, also while this one has only read.
	 * @param sku the article
	 * @param fence the fencing token of the holder
	 */
	void claim(String sku, long fence) {
		this.jdbc.sql("UPDATE stock SET fence = ? WHERE sku = ? AND fence < ?").params(fence, sku, fence).update();
	}

	Optional<Stock> find(String sku) {
		return this.jdbc.sql("SELECT sku, quantity, reserved FROM stock WHERE sku = ?")
			.param(sku)
			.query(Stock.class)
			.optional();
	}

	/**
	 * Sets what is reserved, if the stock is still that of the caller.
	 * @param sku the article
	 * @param reserved how many are reserved
	 * @param fence the fencing token with which the caller claimed the stock
	 * @return {@code false} if the caller is stale and nothing was written
	 */
	boolean setReserved(String sku, int reserved, long fence) {
		return this.jdbc.sql("UPDATE stock SET reserved = ? WHERE sku = ? AND fence = ?")
			.params(reserved, sku, fence)
			.update() > 0;
	}

	void setReservedUnfenced(String sku, int reserved) {
		this.jdbc.sql("UPDATE stock SET reserved = ? WHERE sku = ?").params(reserved, sku).update();
	}

}
