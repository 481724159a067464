package dev.redlock.benchmarks.contender;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * ShedLock's provider for Spring Data Redis. It never waits: what is held is skipped.
 */
final class ShedLock implements Contender {

	private final LettuceConnectionFactory connections;

	private final LockProvider provider;

	ShedLock(List<String> uris, int threads) {
		this.connections = SpringConnections.connect(uris.get(0));
		this.provider = new RedisLockProvider(this.connections);
	}

	@Override
	public @Nullable Hold acquire(String key) {
		Optional<SimpleLock> lock = this.provider.lock(new LockConfiguration(Instant.now(), key, TTL, Duration.ZERO));
		return lock.isPresent() ? lock.get()::unlock : null;
	}

	@Override
	public void close() {
		this.connections.destroy();
	}

}
