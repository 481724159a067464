// tag::newcomerService[]
package com.example.stock;

import org.springframework.stereotype.Service;

import dev.redlock.annotation.DistributedLock;

@Service
class StockService {

	@DistributedLock(name = "stock", key = "#sku", ttl = "10s")
	String reserve(String sku) {
		return "One " + sku + " is reserved.\n";
	}

}
// end::newcomerService[]
