// tag::newcomerApplication[]
package com.example.stock;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@SpringBootApplication
public class StockApplication {

	private final StockService service;

	StockApplication(StockService service) {
		this.service = service;
	}

	@PostMapping("/stock/{sku}/reservations")
	String reserve(@PathVariable String sku) {
		return this.service.reserve(sku);
	}

	public static void main(String[] args) {
		SpringApplication.run(StockApplication.class, args);
	}

}
// end::newcomerApplication[]
