package dev.redlock.testing;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;
import dev.redlock.node.ReleaseWatch;
import dev.redlock.quorum.MonotonicClock;

/**
 * A node without a server, to which a test does what it wants. Answers before
 * {@link #send} returns.
 */
final class InMemoryNode implements RedlockNode {

	private static final int RELEASE_NAME_LENGTH = 8;

	private final ReentrantLock lock = new ReentrantLock();

	private final NodeKeys keys;

	private final KeyCommands commands;

	private final Watchers watchers = new Watchers();

	private volatile boolean down;

	private long frees;

	InMemoryNode(MonotonicClock clock) {
		this.keys = new NodeKeys(clock);
		this.commands = new KeyCommands(this.keys);
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
		NodeReply reply = locked(() -> this.commands.apply(command));
		if (command instanceof Release release && reply.isDone() && release.announced()) {
			String name = release.token().substring(0, RELEASE_NAME_LENGTH);
			reply = NodeReply.announced(this.watchers.announce(release.keys(), name));
		}
		// A release is owed by a node that is down, and here it is paid at once.
		return CompletableFuture.completedFuture(this.down ? unreachable() : reply);
	}

	private static NodeReply unreachable() {
		return NodeReply.unreachable(new IllegalStateException("made unavailable by the test"));
	}

	@Override
	public ReleaseWatch watch(String key, Consumer<String> released) {
		return this.watchers.watch(key, released);
	}

	/**
	 * The test takes keys, whoever has them, and keeps them.
	 */
	void hold(Collection<String> keys) {
		change(() -> this.keys.hold(keys));
	}

	/**
	 * The test has every key that nobody has.
	 */
	void holdAll() {
		change(this.keys::holdAll);
	}

	/**
	 * The test gives keys back.
	 */
	void free(Collection<String> keys) {
		long count = locked(() -> {
			this.keys.free(keys);
			return ++this.frees;
		});
		this.watchers.announce(keys, "free " + count);
	}

	/**
	 * The test gives all keys back.
	 */
	void freeAll() {
		long count = locked(() -> {
			this.keys.freeAll();
			return ++this.frees;
		});
		this.watchers.announceAll("free " + count);
	}

	void goDown() {
		this.down = true;
	}

	void comeBack() {
		this.down = false;
	}

	/**
	 * Returns whether the test lets nobody have these keys now.
	 */
	boolean isRefused(Collection<String> keys) {
		return this.down || locked(() -> keys.stream().anyMatch(this.keys::isRefused));
	}

	/**
	 * Takes the keys away from all who have a lease on them.
	 * @return the nanoseconds after which the last of them would have expired
	 */
	long forgetLeases() {
		return locked(this.keys::forgetLeases);
	}

	/**
	 * Is up, with no keys. The fence counter goes on.
	 */
	void reset() {
		this.down = false;
		change(this.keys::clear);
	}

	private void change(Runnable change) {
		locked(() -> {
			change.run();
			return true;
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

}
