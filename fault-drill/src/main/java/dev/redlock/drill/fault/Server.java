package dev.redlock.drill.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisException;

import dev.redlock.test.LocalRedis;

/**
 * One of the masters. Belongs to the thread of the faults.
 */
final class Server implements AutoCloseable {

	private static final List<String> DURABLE = List.of("--appendonly", "yes", "--appendfsync", "always");

	private final LocalRedis redis;

	private final boolean durable;

	private State state = State.UP;

	private long forgotAt;

	private boolean forgot;

	private Server(LocalRedis redis, boolean durable) {
		this.redis = redis;
		this.durable = durable;
	}

	static Server start(boolean durable) {
		try {
			return new Server(LocalRedis.startWith(durable ? DURABLE : List.of()), durable);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	LocalRedis redis() {
		return this.redis;
	}

	boolean isDurable() {
		return this.durable;
	}

	boolean isUp() {
		return this.state == State.UP;
	}

	/**
	 * Returns whether it may have forgotten locks that last.
	 * @param longest how long a lock lasts
	 * @return {@code true} if it may
	 */
	boolean mayHaveForgotten(Duration longest) {
		return !this.durable
				&& (this.state == State.DOWN || (this.forgot && System.nanoTime() - this.forgotAt < longest.toNanos()));
	}

	void pause() {
		this.redis.pause();
		this.state = State.PAUSED;
	}

	void kill() {
		this.redis.kill();
		this.state = State.DOWN;
	}

	/**
	 * Lets it go on if it is paused.
	 */
	void resume() {
		if (this.state == State.PAUSED) {
			this.redis.resume();
			this.state = State.UP;
		}
	}

	/**
	 * Starts it again if it is down.
	 */
	void restart() {
		if (this.state == State.DOWN) {
			this.redis.restart();
			this.forgot = true;
			this.forgotAt = System.nanoTime();
			this.state = State.UP;
		}
	}

	void heal() {
		resume();
		restart();
	}

	/**
	 * Runs a command, and does not mind if that fails.
	 * @param command the command
	 * @param arguments its arguments
	 * @return whether it succeeded
	 */
	boolean tryRun(Protocol.Command command, String... arguments) {
		try {
			this.redis.run(command, arguments);
			return true;
		}
		catch (JedisException ex) {
			return false;
		}
	}

	/**
	 * Returns which locks it has.
	 * @return their keys
	 */
	List<String> locks() {
		List<?> keys = (List<?>) Objects.requireNonNull(this.redis.run(Protocol.Command.KEYS, "*"));
		return keys.stream()
			.map((key) -> new String((byte[]) key, StandardCharsets.UTF_8))
			.filter((key) -> !key.endsWith(":fence"))
			.toList();
	}

	@Override
	public String toString() {
		return (this.durable ? "durable" : "forgetful") + " server at " + this.redis.port();
	}

	@Override
	public void close() {
		this.redis.close();
	}

	private enum State {

		UP, PAUSED, DOWN

	}

}
