package dev.redlock.testing.shop;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * An application as a user writes it.
 */
@SpringBootApplication
class ShopApplication {

}
