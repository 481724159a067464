package dev.redlock.quorum;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.redlock.node.RedlockNode;
import dev.redlock.node.ReleaseWatch;

/**
 * A key that is watched on all nodes, while somebody waits for it. Tells of a release
 * once a quorum of nodes has announced it: an attempt before that would be too early.
 */
final class QuorumWatch {

	/**
	 * A release is named by the start of its token, see release.lua.
	 */
	private static final int RELEASE_NAME_LENGTH = 8;

	private final List<RedlockNode> nodes;

	private final int quorum;

	private final String key;

	private final Consumer<String> onRelease;

	private final AtomicReferenceArray<@Nullable ReleaseWatch> watches;

	private final AtomicReference<Heard> heard = new AtomicReference<>(new Heard("", 0));

	private volatile String own = "";

	private volatile boolean closed;

	/**
	 * Creates the watch.
	 * @param nodes the nodes
	 * @param key the key
	 * @param onRelease told the name of each release, on a thread that serves a node
	 */
	QuorumWatch(List<RedlockNode> nodes, String key, Consumer<String> onRelease) {
		this.nodes = nodes;
		this.quorum = new Quorum(nodes.size()).size();
		this.key = key;
		this.onRelease = onRelease;
		this.watches = new AtomicReferenceArray<>(nodes.size());
	}

	/**
	 * Begins to watch. That a quorum of nodes listens counts as a release without a name:
	 * there may have been one just before.
	 */
	void start() {
		for (int i = 0; i < this.nodes.size(); i++) {
			int index = i;
			this.watches.set(i, this.nodes.get(i).watch(this.key, (release) -> announced(index, release)));
		}
		if (this.closed) {
			close();
		}
	}

	private void announced(int index, String release) {
		Heard before = this.heard.getAndUpdate((heard) -> heard.and(index, release));
		Heard now = before.and(index, release);
		boolean foreign = release.isEmpty() || !release.equals(this.own);
		if (now.count() == this.quorum && now != before && foreign && !this.closed) {
			this.onRelease.accept(release);
		}
	}

	/**
	 * Tells nobody of one release, by which other processes are let in first.
	 * @param token the token of the lease
	 */
	void ignore(String token) {
		this.own = token.substring(0, Math.min(RELEASE_NAME_LENGTH, token.length()));
	}

	/**
	 * Returns whether a node tells us of releases now.
	 */
	boolean isListening(int index) {
		ReleaseWatch watch = this.watches.get(index);
		return watch != null && watch.isListening();
	}

	/**
	 * Ends the watch.
	 */
	void close() {
		this.closed = true;
		for (int i = 0; i < this.watches.length(); i++) {
			ReleaseWatch watch = this.watches.getAndSet(i, null);
			if (watch != null) {
				watch.close();
			}
		}
	}

	/**
	 * Which nodes have announced the latest release.
	 *
	 * @param release names the release; empty for the beginning
	 * @param nodes one bit per node
	 */
	private record Heard(String release, long nodes) {

		Heard and(int index, String another) {
			long bit = 1L << index;
			if (!another.equals(this.release)) {
				return new Heard(another, bit);
			}
			return ((this.nodes & bit) != 0) ? this : new Heard(this.release, this.nodes | bit);
		}

		int count() {
			return Long.bitCount(this.nodes);
		}

	}

}
