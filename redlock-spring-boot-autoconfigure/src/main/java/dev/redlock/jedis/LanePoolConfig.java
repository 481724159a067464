package dev.redlock.jedis;

import java.time.Duration;

import redis.clients.jedis.ConnectionPoolConfig;

/**
 * What a pool is to do with connections that lanes borrow for good, one each.
 */
final class LanePoolConfig extends ConnectionPoolConfig {

	LanePoolConfig() {
		// The lanes are the limit. That of a pool counts for ever what was made and then
		// lost for want of memory, and would leave a lane without a connection.
		setMaxTotal(-1);
		// Otherwise a pool makes one in the place of each that it destroys, without a
		// delay, and leaves it open if the pool is closed meanwhile.
		setMaxIdle(0);
		setBlockWhenExhausted(false);
		// There is nothing to evict or to test.
		setTimeBetweenEvictionRuns(Duration.ofMillis(-1));
		setTestWhileIdle(false);
		setJmxEnabled(false);
	}

}
