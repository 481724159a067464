package dev.redlock.testing.shop;

import org.springframework.stereotype.Component;

import dev.redlock.annotation.DistributedLock;

/**
 * A bean with an annotated method.
 */
@Component
class Tickets {

	@DistributedLock(name = "ticket", key = "#id")
	void sell(String id, Runnable work) {
		work.run();
	}

}
