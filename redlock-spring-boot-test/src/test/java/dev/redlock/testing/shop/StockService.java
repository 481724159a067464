package dev.redlock.testing.shop;

import org.springframework.stereotype.Service;

import dev.redlock.annotation.DistributedLock;

/**
 * The service of the README.
 */
@Service
class StockService {

	@DistributedLock(name = "stock", key = "#sku", ttl = "10s")
	void reserve(String sku) {
	}

}
