package dev.redlock.sample;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The stock over HTTP.
 */
@RestController
@RequestMapping("/stock/{sku}")
class StockController {

	private final StockService service;

	private final StockRepository stocks;

	StockController(StockService service, StockRepository stocks) {
		this.service = service;
		this.stocks = stocks;
	}

	@PutMapping
	Stock set(@PathVariable String sku, @RequestParam int quantity) {
		this.service.set(sku, quantity);
		return get(sku);
	}

	@GetMapping
	Stock get(@PathVariable String sku) {
		return this.stocks.find(sku).orElseThrow(() -> new UnknownSkuException(sku));
	}

	@PostMapping("/reservations")
	@ResponseStatus(HttpStatus.CREATED)
	Stock reserve(@PathVariable String sku) {
		return this.service.reserve(sku);
	}

	@PostMapping("/reservations/unguarded")
	@ResponseStatus(HttpStatus.CREATED)
	Stock reserveUnguarded(@PathVariable String sku) {
		return this.service.reserveUnguarded(sku);
	}

}
