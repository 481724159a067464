package dev.redlock.benchmarks.contender;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Redlock as blog posts write it once they mind the latency: all nodes at once, on a
 * cached thread pool. It waits for all of them, since a release on another connection of
 * the pool could overtake an acquire that nobody waited for.
 */
final class ThreadPoolRedlock implements Contender {

	private final List<JedisNode> nodes;

	private final ExecutorService executor = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "thread-pool-redlock");
		thread.setDaemon(true);
		return thread;
	});

	ThreadPoolRedlock(List<String> uris, int threads) {
		this.nodes = uris.stream().map((uri) -> new JedisNode(uri, threads)).toList();
	}

	@Override
	public @Nullable Hold acquire(String key) {
		String token = UUID.randomUUID().toString();
		long start = System.nanoTime();
		List<CompletableFuture<Boolean>> grants = this.nodes.stream()
			.map((node) -> CompletableFuture.supplyAsync(() -> node.trySet(key, token), this.executor))
			.toList();
		int granted = (int) grants.stream().filter(CompletableFuture::join).count();
		if (Verdict.isAcquired(granted, this.nodes.size(), start)) {
			return () -> release(key, token);
		}
		release(key, token);
		return null;
	}

	private void release(String key, String token) {
		everywhere((node) -> node.tryRelease(key, token));
	}

	private void everywhere(Consumer<JedisNode> action) {
		CompletableFuture
			.allOf(this.nodes.stream()
				.map((node) -> CompletableFuture.runAsync(() -> action.accept(node), this.executor))
				.toArray(CompletableFuture<?>[]::new))
			.join();
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
		this.nodes.forEach(JedisNode::close);
	}

}
