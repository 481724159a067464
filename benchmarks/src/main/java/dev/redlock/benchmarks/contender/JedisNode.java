package dev.redlock.benchmarks.contender;

import java.net.URI;
import java.util.List;

import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/**
 * A pool of Jedis connections to one node, and the two commands of a lock.
 */
final class JedisNode implements AutoCloseable {

	private final RedisClient client;

	private final String releaseHash;

	JedisNode(String uri, int connections) {
		ConnectionPoolConfig pool = new ConnectionPoolConfig();
		pool.setMaxTotal(connections);
		pool.setMaxIdle(connections);
		URI address = URI.create(uri);
		this.client = RedisClient.builder().hostAndPort(address.getHost(), address.getPort()).poolConfig(pool).build();
		this.releaseHash = this.client.scriptLoad(Contender.RELEASE, "");
	}

	boolean set(String key, String token) {
		return "OK".equals(this.client.set(key, token, SetParams.setParams().nx().px(Contender.TTL.toMillis())));
	}

	boolean trySet(String key, String token) {
		try {
			return set(key, token);
		}
		catch (JedisException ex) {
			return false;
		}
	}

	void tryRelease(String key, String token) {
		try {
			this.client.eval(Contender.RELEASE, List.of(key), List.of(token));
		}
		catch (JedisException ex) {
			// The ttl releases it.
		}
	}

	void releaseByHash(String key, String token) {
		this.client.evalsha(this.releaseHash, List.of(key), List.of(token));
	}

	@Override
	public void close() {
		this.client.close();
	}

}
