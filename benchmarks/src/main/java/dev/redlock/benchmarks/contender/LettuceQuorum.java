package dev.redlock.benchmarks.contender;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;

/**
 * Redlock on Lettuce: one shared connection per node, all nodes at once, back at the
 * quorum. Connections keep commands in order, so no release overtakes its acquire.
 */
final class LettuceQuorum implements Contender {

	private static final Duration TIMEOUT = Duration.ofSeconds(2);

	private final RedisClient client = RedisClient.create();

	private final List<StatefulRedisConnection<String, String>> connections;

	private final List<RedisAsyncCommands<String, String>> nodes;

	private final String releaseHash;

	LettuceQuorum(List<String> uris, int threads) {
		this.connections = uris.stream().map((uri) -> this.client.connect(RedisURI.create(uri))).toList();
		this.nodes = this.connections.stream().map(StatefulRedisConnection::async).toList();
		this.releaseHash = this.connections.stream()
			.map((connection) -> connection.sync().scriptLoad(RELEASE))
			.reduce((one, other) -> one)
			.orElseThrow();
	}

	@Override
	public @Nullable Hold acquire(String key) throws Exception {
		String token = UUID.randomUUID().toString();
		long start = System.nanoTime();
		SetArgs arguments = SetArgs.Builder.nx().px(TTL.toMillis());
		int granted = atQuorum((node) -> node.set(key, token, arguments), "OK"::equals);
		if (Verdict.isAcquired(granted, this.nodes.size(), start)) {
			return () -> release(key, token);
		}
		release(key, token);
		return null;
	}

	private void release(String key, String token) throws Exception {
		String[] keys = { key };
		atQuorum((node) -> node.<Long>evalsha(this.releaseHash, ScriptOutputType.INTEGER, keys, token),
				(deleted) -> true);
	}

	private <T> int atQuorum(Function<RedisAsyncCommands<String, String>, CompletionStage<T>> command,
			Function<@Nullable T, Boolean> isGrant) throws InterruptedException, ExecutionException {
		Count count = new Count(this.nodes.size());
		for (RedisAsyncCommands<String, String> node : this.nodes) {
			command.apply(node).whenComplete((reply, ex) -> count.add(ex == null && isGrant.apply(reply)));
		}
		try {
			return count.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException ex) {
			return 0;
		}
	}

	@Override
	public void close() {
		this.connections.forEach(StatefulRedisConnection::close);
		this.client.shutdown(0, 1, TimeUnit.SECONDS);
	}

}
