package dev.redlock.benchmarks.scenario;

import dev.redlock.annotation.DistributedLock;

/**
 * A bean with hardly any work to do.
 */
class Orders {

	private long last;

	@DistributedLock("'order:' + #id")
	long annotated(long id) {
		return bare(id);
	}

	long bare(long id) {
		this.last += id;
		return this.last;
	}

}
