package dev.redlock.drill.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiConsumer;

import dev.redlock.drill.history.Disturbances;

/**
 * Where faults happen.
 *
 * @param cluster to whom they happen
 * @param random decides to whom, and for how long
 * @param disturbances are told of them
 * @param timer ends them
 */
record Scene(Cluster cluster, Random random, Disturbances disturbances, BiConsumer<Runnable, Duration> timer) {

	/**
	 * For how long a server may not vote after it has restarted empty: the guard goes by
	 * what the server tells, which are whole seconds.
	 */
	private static final Duration QUARANTINE = Cluster.MAX_TTL.plusMillis(2200);

	/**
	 * How long it takes until everybody has noticed that a server is well again.
	 */
	private static final Duration RECOVERY = Duration.ofSeconds(1);

	private static final Duration SHORT = Duration.ofMillis(400);

	/**
	 * Returns for how long a fault lasts.
	 * @param longest at most
	 * @return half of the times about as long as time-outs and short ttls are
	 */
	Duration length(Duration longest) {
		return upTo(this.random.nextBoolean() ? SHORT : longest);
	}

	Duration upTo(Duration longest) {
		return Duration.ofNanos((long) (longest.toNanos() * this.random.nextDouble()));
	}

	/**
	 * Chooses a server to which something may happen now: mostly to one at a time, and
	 * never to a quorum.
	 * @return one that is up, or nothing if enough others are not
	 */
	Optional<Server> oneToDisturb() {
		List<Server> up = up();
		int most = (this.random.nextInt(3) > 0) ? 1 : 2;
		return (Cluster.SERVERS - up.size() < most) ? Optional.of(any(up)) : Optional.empty();
	}

	/**
	 * Chooses a server that may restart now. If a quorum of them forgot what they know,
	 * there would be no locks for a while.
	 * @return one that is up, or nothing
	 */
	Optional<Server> oneToKill() {
		long forgotten = this.cluster.servers()
			.stream()
			.filter((server) -> server.mayHaveForgotten(QUARANTINE))
			.count();
		return oneToDisturb().filter((server) -> server.isDurable() || forgotten < Cluster.SERVERS / 2);
	}

	/**
	 * Returns the servers that forget all when they end, and know all at present.
	 * @return those that are up
	 */
	List<Server> forgetfulThatVote() {
		return up().stream().filter((server) -> !server.isDurable() && !server.mayHaveForgotten(QUARANTINE)).toList();
	}

	private List<Server> up() {
		return this.cluster.servers().stream().filter(Server::isUp).toList();
	}

	<T> T any(List<T> all) {
		return all.get(this.random.nextInt(all.size()));
	}

	<T> List<T> some(Collection<T> all, int count) {
		List<T> shuffled = new ArrayList<>(all);
		Collections.shuffle(shuffled, this.random);
		return shuffled.subList(0, Math.min(count, shuffled.size()));
	}

	void pause(Server server, Duration length) {
		server.pause();
		endAfter(length, server::resume);
		disturb(server, length);
	}

	void kill(Server server, Duration length) {
		server.kill();
		endAfter(length, server::restart);
		disturb(server, server.isDurable() ? length : length.plus(QUARANTINE));
	}

	void endAfter(Duration length, Runnable end) {
		this.timer.accept(end, length);
	}

	void disturb(Server server, Duration length) {
		long now = System.nanoTime();
		this.disturbances.ofServer(server, now, now + length.plus(RECOVERY).toNanos());
	}

	// What it held stays locked for a while.
	void disturbClient(Duration length) {
		long now = System.nanoTime();
		this.disturbances.ofClient(now, now + length.plus(Cluster.MAX_TTL).toNanos());
	}

}
