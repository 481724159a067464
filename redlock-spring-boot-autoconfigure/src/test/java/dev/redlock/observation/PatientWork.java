package dev.redlock.observation;

import java.util.concurrent.CompletableFuture;

import dev.redlock.annotation.DistributedLock;

/**
 * A guarded method that waits long for its lock.
 */
public class PatientWork {

	@DistributedLock(name = "order", key = "#id", waitTime = "30s")
	public CompletableFuture<String> stage(String id) {
		return CompletableFuture.completedFuture(id);
	}

}
