package dev.redlock.quorum;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Heal;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.RedlockNode;

/**
 * What a lease may have left on the nodes: its keys, on which of them, and for how long.
 */
final class Footprint {

	private static final long NANOS_PER_MILLI = 1_000_000;

	private static final Logger logger = LoggerFactory.getLogger(Footprint.class);

	private static final AtomicLongFieldUpdater<Footprint> MAY_HOLD = AtomicLongFieldUpdater.newUpdater(Footprint.class,
			"mayHold");

	private static final AtomicLongFieldUpdater<Footprint> LONGEST = AtomicLongFieldUpdater.newUpdater(Footprint.class,
			"longestTtlNanos");

	private static final AtomicIntegerFieldUpdater<Footprint> EXTENSIONS = AtomicIntegerFieldUpdater
		.newUpdater(Footprint.class, "extensions");

	private static final AtomicIntegerFieldUpdater<Footprint> HEALED_AT = AtomicIntegerFieldUpdater
		.newUpdater(Footprint.class, "healedAt");

	private final Engine engine;

	private final List<String> keys;

	private final String token;

	private volatile long mayHold;

	private volatile int extensions;

	/** How many extensions had begun when nodes were healed last. */
	private volatile int healedAt;

	private volatile long longestTtlNanos;

	/**
	 * Creates the footprint.
	 * @param engine the engine
	 * @param keys the keys
	 * @param token their value
	 * @param mayHold one bit per node that may have the keys
	 * @param ttlNanos for how long
	 */
	Footprint(Engine engine, List<String> keys, String token, long mayHold, long ttlNanos) {
		this.engine = engine;
		this.keys = keys;
		this.token = token;
		this.mayHold = mayHold;
		this.longestTtlNanos = ttlNanos;
	}

	List<String> keys() {
		return this.keys;
	}

	String token() {
		return this.token;
	}

	/**
	 * Notes that the keys may get a longer time to live.
	 */
	void lastFor(long ttlNanos) {
		LONGEST.accumulateAndGet(this, ttlNanos, Math::max);
	}

	/**
	 * Notes that an extension begins.
	 * @return its number
	 */
	int nextExtension() {
		return EXTENSIONS.incrementAndGet(this);
	}

	/**
	 * Returns whether an extension heals the nodes that it found without the keys: none
	 * was healed since it began. One that began after that may have been told by a node
	 * that it has the keys: sent to it after that, a heal whose answer gets lost would
	 * end with its release.
	 */
	boolean mayHeal(int extension) {
		return HEALED_AT.getAndUpdate(this, (last) -> (extension > last) ? this.extensions : last) < extension;
	}

	/**
	 * Notes that nodes were healed just now, for the extensions that began meanwhile.
	 */
	void healed() {
		HEALED_AT.accumulateAndGet(this, this.extensions, Math::max);
	}

	/**
	 * Sets the keys again on a node that lost them (S7). A release that comes meanwhile
	 * wins.
	 * @param index the index of the node
	 * @param ttlMillis the time to live of the keys
	 * @param holding whose keys they are
	 */
	void heal(int index, long ttlMillis, Holding holding) {
		MAY_HOLD.updateAndGet(this, (mask) -> mask | (1L << index));
		if (holding.isValid()) {
			RedlockNode node = this.engine.nodes().get(index);
			send(node, new Heal(this.keys, this.token, ttlMillis));
			if (!holding.isValid() && !holding.isHandedOver()) {
				send(node, release(false, holding.keepNanos()));
			}
		}
	}

	private static void send(RedlockNode node, NodeCommand command) {
		try {
			node.send(command);
		}
		catch (Throwable ex) {
			// What follows is the release of the same keys, or another node to be healed.
			Log.warn(logger, "Can't set or release the keys of a lease on node {}", node.name(), ex);
		}
	}

	/**
	 * Releases the keys without waiting for the nodes.
	 * @param keepNanos for how long the keys stay; zero to delete them
	 */
	void forget(long keepNanos) {
		this.engine.sendRelease(release(false, keepNanos), this.mayHold);
	}

	/**
	 * Releases the keys in a round.
	 * @param round the round
	 * @param announced whether those who watch the keys are to be told
	 * @param keepNanos for how long the keys stay; zero to delete them
	 */
	void release(Round round, boolean announced, long keepNanos) {
		this.engine.sendRelease(round, release(announced, keepNanos), this.mayHold);
	}

	private Release release(boolean announced, long keepNanos) {
		// Rounded up: others stay out for that time at least.
		long keepMillis = (keepNanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
		return new Release(this.keys, this.token, Engine.owedMillis(this.longestTtlNanos), announced && keepMillis == 0,
				keepMillis);
	}

}
