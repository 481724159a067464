package dev.redlock.testing;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.AcquireFenced;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Heal;
import dev.redlock.node.NodeCommand.Inspect;
import dev.redlock.node.NodeCommand.RaiseFence;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;
import dev.redlock.node.ReleaseWatch;
import dev.redlock.quorum.MonotonicClock;

/**
 * A node without a server: does in memory what the scripts do on a Redis master, and what
 * a test wants to happen to the keys. Answers before {@link #send} returns.
 */
final class InMemoryNode implements RedlockNode {

	/**
	 * The value of keys that the test holds. No token is like it.
	 */
	private static final String THE_TEST = "held by the test";

	private final MonotonicClock clock;

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, Entry> entries = new HashMap<>();

	private final List<Watcher> watchers = new CopyOnWriteArrayList<>();

	private volatile boolean allHeld;

	private volatile boolean down;

	private long latestExpiry;

	private long fence;

	private long frees;

	InMemoryNode(MonotonicClock clock) {
		this.clock = clock;
		this.latestExpiry = clock.nanos();
	}

	@Override
	public String name() {
		return "in-memory";
	}

	@Override
	public NodeStatus status() {
		return new NodeStatus(this.down ? State.DOWN : State.UP, "");
	}

	@Override
	public CompletionStage<NodeReply> send(NodeCommand command) {
		if (this.down && !(command instanceof Release)) {
			return CompletableFuture.completedFuture(unreachable());
		}
		NodeReply reply = locked(() -> apply(command));
		if (command instanceof Release release && reply.isDone() && release.announced()) {
			reply = NodeReply.announced(announce(release.keys(), release.token().substring(0, 8)));
		}
		// A release is owed by a node that is down, and here it is paid at once.
		return CompletableFuture.completedFuture(this.down ? unreachable() : reply);
	}

	private static NodeReply unreachable() {
		return NodeReply.unreachable(new IllegalStateException("made unavailable by the test"));
	}

	private NodeReply apply(NodeCommand command) {
		if (command instanceof Acquire acquire) {
			return acquire(acquire, acquire.ttlMillis());
		}
		if (command instanceof AcquireFenced acquire) {
			NodeReply reply = acquire(acquire, acquire.ttlMillis());
			return reply.isDone() ? NodeReply.counted(count()) : reply;
		}
		if (command instanceof RaiseFence raise) {
			return raise(raise.fence());
		}
		if (command instanceof Extend extend) {
			return extend(extend);
		}
		if (command instanceof Heal heal) {
			return heal(heal);
		}
		return (command instanceof Inspect inspect) ? inspect(inspect.keys().get(0)) : release((Release) command);
	}

	private NodeReply acquire(NodeCommand command, long ttlMillis) {
		long remaining = 0;
		for (String key : command.keys()) {
			Entry entry = find(key);
			if (this.allHeld || isHeldByTest(entry)) {
				return NodeReply.FOREIGN;
			}
			remaining = Math.max(remaining, (entry != null) ? remainingMillis(entry) : 0);
		}
		if (remaining > 0) {
			return NodeReply.heldFor(remaining);
		}
		command.keys().forEach((key) -> put(key, command.token(), ttlMillis));
		return NodeReply.DONE;
	}

	/**
	 * Counts all resources together, from the time of day as Redis does, so that tokens
	 * increase from one application context to the next, too.
	 */
	private long count() {
		this.fence = Math.max(this.fence + 1, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
		return this.fence;
	}

	private NodeReply raise(long value) {
		if (this.fence >= value) {
			return NodeReply.FOREIGN;
		}
		this.fence = value;
		return NodeReply.DONE;
	}

	private NodeReply extend(Extend command) {
		if (isForeign(command)) {
			return NodeReply.FOREIGN;
		}
		if (command.keys().stream().anyMatch((key) -> find(key) == null)) {
			return NodeReply.ABSENT;
		}
		command.keys().forEach((key) -> prolong(key, command.token(), command.ttlMillis()));
		return NodeReply.DONE;
	}

	private NodeReply heal(Heal command) {
		if (isForeign(command)) {
			return NodeReply.FOREIGN;
		}
		command.keys().forEach((key) -> prolong(key, command.token(), command.ttlMillis()));
		return NodeReply.DONE;
	}

	private NodeReply inspect(String key) {
		Entry entry = find(key);
		if (this.allHeld || isHeldByTest(entry)) {
			return NodeReply.found(THE_TEST, -1);
		}
		return (entry != null) ? NodeReply.found(entry.value(), remainingMillis(entry)) : NodeReply.ABSENT;
	}

	private NodeReply release(Release command) {
		boolean foreign = isForeign(command);
		int released = 0;
		for (String key : command.keys()) {
			Entry entry = find(key);
			if (entry != null && entry.value().equals(command.token())) {
				release(key, entry, command.keepMillis());
				released++;
			}
		}
		return (released == command.keys().size()) ? NodeReply.DONE : foreign ? NodeReply.FOREIGN : NodeReply.ABSENT;
	}

	private void release(String key, Entry entry, long keepMillis) {
		if (keepMillis == 0) {
			this.entries.remove(key);
		}
		else if (remainingMillis(entry) > keepMillis) {
			put(key, entry.value(), keepMillis);
		}
	}

	private boolean isForeign(NodeCommand command) {
		return command.keys()
			.stream()
			.map(this::find)
			.anyMatch((entry) -> entry != null && !entry.value().equals(command.token()));
	}

	private static boolean isHeldByTest(@Nullable Entry entry) {
		return entry != null && entry.value().equals(THE_TEST);
	}

	private @Nullable Entry find(String key) {
		Entry entry = this.entries.get(key);
		if (entry != null && !isHeldByTest(entry) && entry.expiry() - this.clock.nanos() <= 0) {
			this.entries.remove(key);
			return null;
		}
		return entry;
	}

	private long remainingMillis(Entry entry) {
		return Math.max(1, TimeUnit.NANOSECONDS.toMillis(entry.expiry() - this.clock.nanos()));
	}

	private void prolong(String key, String token, long ttlMillis) {
		Entry entry = find(key);
		if (entry == null || remainingMillis(entry) < ttlMillis) {
			put(key, token, ttlMillis);
		}
	}

	private void put(String key, String token, long ttlMillis) {
		long expiry = this.clock.nanos() + TimeUnit.MILLISECONDS.toNanos(ttlMillis);
		this.latestExpiry = (expiry - this.latestExpiry > 0) ? expiry : this.latestExpiry;
		this.entries.put(key, new Entry(token, expiry));
	}

	@Override
	public ReleaseWatch watch(String key, Consumer<String> released) {
		Watcher watcher = new Watcher(key, released);
		this.watchers.add(watcher);
		released.accept("");
		return new ReleaseWatch() {

			@Override
			public boolean isListening() {
				return InMemoryNode.this.watchers.contains(watcher);
			}

			@Override
			public void close() {
				InMemoryNode.this.watchers.remove(watcher);
			}

		};
	}

	/**
	 * Tells of a release.
	 * @return how many connections were told: one, if anybody
	 */
	private long announce(List<String> keys, String release) {
		List<Watcher> told = this.watchers.stream().filter((watcher) -> keys.contains(watcher.key())).toList();
		told.forEach((watcher) -> watcher.released().accept(release));
		return told.isEmpty() ? 0 : 1;
	}

	/**
	 * The test takes keys, whoever has them, and keeps them.
	 */
	void hold(List<String> keys) {
		locked(() -> {
			keys.forEach((key) -> this.entries.put(key, new Entry(THE_TEST, 0)));
			return keys;
		});
	}

	/**
	 * The test has every key that nobody has.
	 */
	void holdAll() {
		this.allHeld = true;
	}

	/**
	 * The test gives keys back.
	 */
	void free(List<String> keys) {
		long count = locked(() -> {
			keys.forEach(
					(key) -> this.entries.computeIfPresent(key, (same, entry) -> isHeldByTest(entry) ? null : entry));
			return ++this.frees;
		});
		announce(keys, "free " + count);
	}

	void goDown() {
		this.down = true;
	}

	/**
	 * Returns whether the test lets nobody have these keys now.
	 */
	boolean isRefused(List<String> keys) {
		return this.down || this.allHeld
				|| locked(() -> keys.stream().anyMatch((key) -> isHeldByTest(this.entries.get(key))));
	}

	/**
	 * Takes the keys away from all who have a lease on them.
	 * @return the nanoseconds after which the last of them would have expired
	 */
	long forgetLeases() {
		return locked(() -> {
			this.entries.values().removeIf((entry) -> !isHeldByTest(entry));
			return Math.max(0, this.latestExpiry - this.clock.nanos());
		});
	}

	/**
	 * Is up, with no keys. The fence counter goes on.
	 */
	void reset() {
		this.down = false;
		this.allHeld = false;
		locked(() -> {
			this.entries.clear();
			return this.entries;
		});
	}

	private <T> T locked(Supplier<T> action) {
		this.lock.lock();
		try {
			return action.get();
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() {
		this.down = true;
	}

	private record Entry(String value, long expiry) {
	}

	private record Watcher(String key, Consumer<String> released) {
	}

}
