package dev.redlock.quorum;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

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

/**
 * The keys of one Redis master and what the scripts do to them, in virtual time.
 */
final class ScriptedServer {

	private static final String FENCE = ":fence";

	private final VirtualTime time;

	private final ServerClock clock;

	private final Map<String, Entry> entries = new HashMap<>();

	private final ScriptedWatchers watchers = new ScriptedWatchers();

	private final List<NodeCommand> applied = new CopyOnWriteArrayList<>();

	ScriptedServer(VirtualTime time) {
		this.time = time;
		this.clock = new ServerClock(time);
	}

	VirtualTime time() {
		return this.time;
	}

	ServerClock clock() {
		return this.clock;
	}

	ScriptedWatchers watchers() {
		return this.watchers;
	}

	/**
	 * Does what the script of a command does.
	 */
	synchronized NodeReply apply(NodeCommand command) {
		this.applied.add(command);
		if (command instanceof Acquire acquire) {
			return acquire(acquire);
		}
		if (command instanceof AcquireFenced acquire) {
			return acquireFenced(acquire);
		}
		if (command instanceof RaiseFence raise) {
			return raise(raise);
		}
		if (command instanceof Heal heal) {
			return heal(heal);
		}
		if (command instanceof Inspect inspect) {
			return inspect(inspect);
		}
		return (command instanceof Extend extend) ? extend(extend) : release((Release) command);
	}

	private NodeReply acquire(Acquire command) {
		List<String> taken = command.keys().stream().filter((key) -> find(key) != null).toList();
		if (!taken.isEmpty()) {
			return command.tellRemaining() ? heldFor(taken) : NodeReply.FOREIGN;
		}
		command.keys().forEach((key) -> put(key, command.token(), Duration.ofMillis(command.ttlMillis())));
		return NodeReply.DONE;
	}

	private NodeReply heldFor(List<String> keys) {
		if (keys.stream().anyMatch((key) -> ttl(key) == null)) {
			return NodeReply.FOREIGN_FOR_EVER;
		}
		// A key in its last millisecond is there too.
		return NodeReply.heldFor(keys.stream()
			.map(this::ttl)
			.filter(Objects::nonNull)
			.mapToLong((ttl) -> Math.max(1, ttl.toMillis()))
			.max()
			.orElse(0));
	}

	private NodeReply acquireFenced(AcquireFenced command) {
		NodeReply acquired = acquire(new Acquire(command.keys(), command.token(), command.ttlMillis(), true));
		if (!acquired.isDone()) {
			return acquired;
		}
		long fence = command.keys().stream().mapToLong(this::counterOrTime).max().orElseThrow() + 1;
		count(command.keys(), fence, command.retentionMillis());
		return NodeReply.counted(fence);
	}

	private long counterOrTime(String key) {
		Entry counter = find(key + FENCE);
		return (counter != null) ? Long.parseLong(counter.value()) : this.clock.wallMicros();
	}

	private void count(List<String> keys, long fence, long retentionMillis) {
		keys.forEach((key) -> put(key + FENCE, Long.toString(fence), Duration.ofMillis(retentionMillis)));
	}

	private NodeReply raise(RaiseFence command) {
		for (String key : command.keys()) {
			if (isForeign(find(key), command) || counterOrTime(key) >= command.fence()) {
				return NodeReply.FOREIGN;
			}
		}
		count(command.keys(), command.fence(), command.retentionMillis());
		return NodeReply.DONE;
	}

	private NodeReply heal(Heal command) {
		if (command.keys().stream().map(this::find).anyMatch((entry) -> isForeign(entry, command))) {
			return NodeReply.FOREIGN;
		}
		command.keys().forEach((key) -> prolong(key, command.token(), Duration.ofMillis(command.ttlMillis())));
		return NodeReply.DONE;
	}

	private void prolong(String key, String token, Duration ttl) {
		Duration present = ttl(key);
		if (present == null || present.compareTo(ttl) < 0) {
			put(key, token, ttl);
		}
	}

	private NodeReply inspect(Inspect command) {
		Entry entry = find(command.keys().get(0));
		if (entry == null) {
			return NodeReply.ABSENT;
		}
		Duration ttl = ttl(command.keys().get(0));
		return NodeReply.found(String.valueOf(entry.value()), (ttl != null) ? ttl.toMillis() : -1);
	}

	/**
	 * Sets the wall clock of the server off; the expiry of keys does not follow it.
	 */
	synchronized void setClockOffset(Duration offset) {
		this.clock.setWallOffset(offset);
	}

	private NodeReply extend(Extend command) {
		if (command.keys().stream().map(this::find).anyMatch((entry) -> isForeign(entry, command))) {
			return NodeReply.FOREIGN;
		}
		if (command.keys().stream().anyMatch((key) -> find(key) == null)) {
			return NodeReply.ABSENT;
		}
		command.keys().forEach((key) -> prolong(key, command.token(), Duration.ofMillis(command.ttlMillis())));
		return NodeReply.DONE;
	}

	private NodeReply release(Release command) {
		int deleted = 0;
		int foreign = 0;
		for (String key : command.keys()) {
			Entry entry = find(key);
			if (isForeign(entry, command)) {
				foreign++;
			}
			else if (entry != null) {
				release(key, command);
				deleted++;
			}
		}
		if (deleted == command.keys().size()) {
			return NodeReply.announced(command.announced() ? this.watchers.announce(command) : 0);
		}
		return (foreign > 0) ? NodeReply.FOREIGN : NodeReply.ABSENT;
	}

	private void release(String key, Release command) {
		Duration keep = Duration.ofMillis(command.keepMillis());
		Duration present = ttl(key);
		if (keep.isZero()) {
			this.entries.remove(key);
		}
		else if (present != null && present.compareTo(keep) > 0) {
			put(key, command.token(), keep);
		}
	}

	private static boolean isForeign(@Nullable Entry entry, NodeCommand command) {
		return entry != null && !command.token().equals(entry.value());
	}

	private @Nullable Entry find(String key) {
		Entry entry = this.entries.get(key);
		if (entry != null && entry.expiresAt() != null && entry.expiresAt().compareTo(this.clock.elapsed()) <= 0) {
			this.entries.remove(key);
			return null;
		}
		return entry;
	}

	/**
	 * Returns the value of a key, {@code null} if there is none or it is no string.
	 */
	synchronized @Nullable String get(String key) {
		Entry entry = find(key);
		return (entry != null) ? entry.value() : null;
	}

	/**
	 * Returns for how long a key will live, {@code null} if it has no ttl or isn't there.
	 */
	synchronized @Nullable Duration ttl(String key) {
		Entry entry = find(key);
		return (entry != null && entry.expiresAt() != null) ? entry.expiresAt().minus(this.clock.elapsed()) : null;
	}

	/**
	 * Sets a key as somebody else does.
	 */
	synchronized void put(String key, String value, Duration ttl) {
		this.entries.put(key, new Entry(value, this.clock.elapsed().plus(ttl)));
	}

	/**
	 * Sets a key that never expires.
	 */
	synchronized void put(String key, String value) {
		this.entries.put(key, new Entry(value, null));
	}

	/**
	 * Sets a key that is no string.
	 */
	synchronized void putHash(String key) {
		this.entries.put(key, new Entry(null, null));
	}

	synchronized boolean exists(String key) {
		return find(key) != null;
	}

	/**
	 * Deletes a key as somebody else does.
	 */
	synchronized void delete(String key) {
		this.entries.remove(key);
	}

	/**
	 * Forgets everything, as a restart without persistence does.
	 */
	synchronized void forgetAll() {
		this.entries.clear();
	}

	/**
	 * Returns the commands that arrived, in order.
	 */
	List<NodeCommand> applied() {
		return List.copyOf(this.applied);
	}

	private record Entry(@Nullable String value, @Nullable Duration expiresAt) {
	}

}
