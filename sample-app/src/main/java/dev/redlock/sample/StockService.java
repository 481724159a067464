package dev.redlock.sample;

import java.time.Duration;
import java.util.function.IntConsumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenLost;
import dev.redlock.aop.LockContext;

/**
 * Sells stock by read, check and write, which only a lock makes safe.
 */
@Service
class StockService {

	private static final Logger logger = LoggerFactory.getLogger(StockService.class);

	private final StockRepository stocks;

	private final Duration thinkTime;

	StockService(StockRepository stocks, @Value("${sample.think-time:0s}") Duration thinkTime) {
		this.stocks = stocks;
		this.thinkTime = thinkTime;
	}

	/**
	 * Sets a stock of which nothing is reserved; not while somebody reserves a piece.
	 * @param sku the article
	 * @param quantity how many there are in all
	 */
	@DistributedLock(name = "stock", key = "#sku", fencing = true, whenLost = WhenLost.IGNORE)
	void set(String sku, int quantity) {
		if (!this.stocks.set(sku, quantity, fence())) {
			throw new StaleLeaseException(sku);
		}
	}

	/**
	 * Reserves one piece; only one caller at a time in all instances. A caller that was
	 * stopped for so long that its lock went to another can't write any more. That is
	 * decided by the fence, at the very moment of the write; a lease that is lost
	 * meanwhile is ignored, so that nobody is told of a failure whose piece is reserved.
	 * @param sku the article
	 * @return the stock after the reservation
	 */
	@DistributedLock(name = "stock", key = "#sku", fencing = true, whenLost = WhenLost.IGNORE)
	Stock reserve(String sku) {
		long fence = fence();
		// Before the read: a late write of an earlier holder is read as well, or refused.
		this.stocks.claim(sku, fence);
		return readCheckWrite(sku, (reserved) -> {
			if (!this.stocks.setReserved(sku, reserved, fence)) {
				throw new StaleLeaseException(sku);
			}
		});
	}

	private static long fence() {
		return LockContext.currentLease().fencingToken().orElseThrow();
	}

	/**
	 * Does the same without the lock, so that a person can watch it oversell.
	 * @param sku the article
	 * @return the stock after the reservation
	 */
	Stock reserveUnguarded(String sku) {
		return readCheckWrite(sku, (reserved) -> this.stocks.setReservedUnfenced(sku, reserved));
	}

	private Stock readCheckWrite(String sku, IntConsumer write) {
		Stock stock = this.stocks.find(sku).orElseThrow(() -> new UnknownSkuException(sku));
		if (stock.isSoldOut()) {
			throw new SoldOutException(sku);
		}
		think(stock);
		write.accept(stock.reserved() + 1);
		return new Stock(sku, stock.quantity(), stock.reserved() + 1);
	}

	private void think(Stock stock) {
		if (this.thinkTime.isZero()) {
			return;
		}
		logger.info("Thinking for {} about {}", this.thinkTime, stock);
		try {
			Thread.sleep(this.thinkTime.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while thinking about " + stock, ex);
		}
	}

}
