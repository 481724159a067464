package dev.redlock.sample;

import org.springframework.stereotype.Service;

import dev.redlock.annotation.DistributedLock;

/**
 * Sells stock by read, check and write, which only a lock makes safe.
 */
@Service
class StockService {

	private final StockRepository stocks;

	StockService(StockRepository stocks) {
		this.stocks = stocks;
	}

	/**
	 * Reserves one piece; only one caller at a time in all instances.
	 * @param sku the article
	 * @return the stock after the reservation
	 */
	@DistributedLock(name = "stock", key = "#sku")
	Stock reserve(String sku) {
		return readCheckWrite(sku);
	}

	/**
	 * Does the same without the lock, so that a person can watch it oversell.
	 * @param sku the article
	 * @return the stock after the reservation
	 */
	Stock reserveUnguarded(String sku) {
		return readCheckWrite(sku);
	}

	private Stock readCheckWrite(String sku) {
		Stock stock = this.stocks.find(sku).orElseThrow(() -> new UnknownSkuException(sku));
		if (stock.isSoldOut()) {
			throw new SoldOutException(sku);
		}
		this.stocks.setReserved(sku, stock.reserved() + 1);
		return new Stock(sku, stock.quantity(), stock.reserved() + 1);
	}

}
