package dev.redlock.benchmarks.contender;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's locks with its watch-dog, which is the like of our automatic extension. With
 * a lease time a {@code RedissonRedLock} that waits would set it by a {@code pexpire} on
 * all nodes after each acquire, which a watch-dog spares it.
 */
final class RedissonContender implements Contender {

	private static final int DEFAULT_IDLE = 24;

	private final List<RedissonClient> clients;

	private RedissonContender(List<RedissonClient> clients) {
		this.clients = clients;
	}

	static Contender redLock(List<String> uris, int threads) {
		return new RedissonContender(uris.stream().map((uri) -> connect(uri, threads)).toList());
	}

	static Contender oneNode(List<String> uris, int threads) {
		return new RedissonContender(List.of(connect(uris.get(0), threads)));
	}

	private static RedissonClient connect(String uri, int threads) {
		Config config = new Config();
		config.setLockWatchdogTimeout(TTL.toMillis());
		config.useSingleServer()
			.setAddress(uri)
			.setConnectionPoolSize(Math.max(threads, DEFAULT_IDLE))
			.setConnectionMinimumIdleSize(DEFAULT_IDLE);
		return Redisson.create(config);
	}

	@Override
	public @Nullable Hold acquire(String key) throws InterruptedException {
		RLock lock = lock(key);
		return lock.tryLock(WAIT.toMillis(), TimeUnit.MILLISECONDS) ? lock::unlock : null;
	}

	private RLock lock(String key) {
		if (this.clients.size() == 1) {
			return this.clients.get(0).getLock(key);
		}
		return redLock(this.clients.stream().map((client) -> client.getLock(key)).toArray(RLock[]::new));
	}

	@SuppressWarnings("deprecation")
	private static RLock redLock(RLock[] locks) {
		return new RedissonRedLock(locks);
	}

	@Override
	public void close() {
		this.clients.forEach((client) -> client.shutdown(0, 1, TimeUnit.SECONDS));
	}

}
