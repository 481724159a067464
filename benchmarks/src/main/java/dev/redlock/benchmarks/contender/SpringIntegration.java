package dev.redlock.benchmarks.contender;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;

/**
 * Spring Integration's lock registry as it is by default: a spin lock.
 */
final class SpringIntegration implements Contender {

	private final LettuceConnectionFactory connections;

	private final RedisLockRegistry registry;

	SpringIntegration(List<String> uris, int threads) {
		this.connections = SpringConnections.connect(uris.get(0));
		this.registry = new RedisLockRegistry(this.connections, "benchmarks", TTL);
	}

	@Override
	public @Nullable Hold acquire(String key) throws InterruptedException {
		Lock lock = this.registry.obtain(key);
		return lock.tryLock(WAIT.toMillis(), TimeUnit.MILLISECONDS) ? lock::unlock : null;
	}

	@Override
	public void close() {
		this.registry.destroy();
		this.connections.destroy();
	}

}
