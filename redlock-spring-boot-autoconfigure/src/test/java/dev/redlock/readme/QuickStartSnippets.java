package dev.redlock.readme;

import java.time.Duration;

import org.springframework.stereotype.Service;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.aop.LockContext;

/**
 * The first snippets of the documentation.
 */
final class QuickStartSnippets {

	private final Redlock redlock;

	QuickStartSnippets(Redlock redlock) {
		this.redlock = redlock;
	}

	Stock execute(String sku) throws Exception {
		// tag::execute[]
		Stock stock = this.redlock.execute(LockRequest.of("stock:" + sku).withTtl(Duration.ofSeconds(10)),
				(lease) -> sell(sku));
		// end::execute[]
		return stock;
	}

	private Stock sell(String sku) {
		return new Stock(sku);
	}

	// tag::service[]
	@Service
	static class StockService {

		private final StockRepository stocks;

		StockService(StockRepository stocks) {
			this.stocks = stocks;
		}

		@DistributedLock(name = "stock", key = "#sku", ttl = "10s", fencing = true)
		Stock reserve(String sku) {
			long fence = LockContext.currentLease().fencingToken().orElseThrow();
			return this.stocks.reserve(sku, fence); // UPDATE ... SET fence = :fence WHERE
													// fence < :fence
		}

	}
	// end::service[]

	interface StockRepository {

		Stock reserve(String sku, long fence);

	}

	record Stock(String sku) {
	}

}
