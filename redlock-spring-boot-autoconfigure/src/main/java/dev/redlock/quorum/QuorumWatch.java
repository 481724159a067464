package dev.redlock.quorum;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.node.RedlockNode;
import dev.redlock.node.ReleaseWatch;

/**
 * A key that is watched on all nodes, while somebody waits for it. Tells of a release
 * once a quorum of nodes has announced it: an attempt before that would be too early.
 */
final class QuorumWatch {

	private static final Logger logger = LoggerFactory.getLogger(QuorumWatch.class);

	/**
	 * A release is named by the start of its token, see release.lua.
	 */
	private static final int RELEASE_NAME_LENGTH = 8;

	private final List<RedlockNode> nodes;

	private final int quorum;

	private final String key;

	private final Consumer<String> onRelease;

	private final Runnable onPart;

	private final AtomicReferenceArray<@Nullable ReleaseWatch> watches;

	private final AtomicReference<Heard> heard = new AtomicReference<>(Heard.NOTHING);

	private volatile String own = "";

	private volatile boolean closed;

	/**
	 * Creates the watch.
	 * @param nodes the nodes
	 * @param key the key
	 * @param onRelease told the name of each release, on a thread that serves a node
	 * @param onPart told that there may have been a release which only some nodes could
	 * announce, since the others listen no longer than that, on a thread that serves a
	 * node
	 */
	QuorumWatch(List<RedlockNode> nodes, String key, Consumer<String> onRelease, Runnable onPart) {
		this.nodes = nodes;
		this.quorum = new Quorum(nodes.size()).size();
		this.key = key;
		this.onRelease = onRelease;
		this.onPart = onPart;
		this.watches = new AtomicReferenceArray<>(nodes.size());
	}

	/**
	 * Begins to watch. That a quorum of nodes listens counts as a release without a name:
	 * there may have been one just before.
	 */
	void start() {
		for (int i = 0; i < this.nodes.size(); i++) {
			this.watches.set(i, watch(i));
		}
		if (this.closed) {
			close();
		}
	}

	private ReleaseWatch watch(int index) {
		RedlockNode node = this.nodes.get(index);
		try {
			return node.watch(this.key, (release) -> announced(index, release));
		}
		catch (Throwable ex) {
			// Whoever waits for the lock asks again in any case, only later.
			Log.warn(logger, "The node {} can't be watched", node.name(), ex);
			return ReleaseWatch.DEAF;
		}
	}

	private void announced(int index, String release) {
		Heard before = this.heard
			.getAndUpdate((heard) -> heard.stillValid(index, release).and(index, release, this.quorum))
			.stillValid(index, release);
		Heard after = before.and(index, release, this.quorum);
		boolean decided = !before.isDecided(release) && after.isDecided(release);
		boolean foreign = release.isEmpty() || !release.equals(this.own);
		if (decided && foreign && !this.closed) {
			this.onRelease.accept(release);
		}
		if (after.isInPart(this.own, this.quorum) && !before.isInPart(this.own, this.quorum) && !this.closed) {
			this.onPart.run();
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
		try {
			return watch != null && watch.isListening();
		}
		catch (Throwable ex) {
			// What follows is the turn of whoever waits.
			Log.warn(logger, "Can't tell whether node {} announces releases", this.nodes.get(index).name(), ex);
			return false;
		}
	}

	/**
	 * Ends the watch.
	 */
	void close() {
		this.closed = true;
		for (int i = 0; i < this.watches.length(); i++) {
			ReleaseWatch watch = this.watches.getAndSet(i, null);
			if (watch != null) {
				close(watch, this.nodes.get(i));
			}
		}
	}

	private static void close(ReleaseWatch watch, RedlockNode node) {
		try {
			watch.close();
		}
		catch (Throwable ex) {
			// What follows is the end of a lease, or the turn of the next caller.
			Log.warn(logger, "Can't stop watching node {}", node.name(), ex);
		}
	}

	/**
	 * What the nodes have announced. When a lock goes to and fro quickly, a node that
	 * lags behind announces one release after others have announced the next.
	 *
	 * @param latest the latest release that each node has announced, empty for the
	 * beginning
	 * @param decided the latest release that a quorum has announced
	 */
	private record Heard(Map<Integer, String> latest, @Nullable String decided) {

		static final Heard NOTHING = new Heard(Map.of(), null);

		/**
		 * Returns what can still be counted when a node makes an announcement. If it
		 * begins to listen once more and no quorum has announced a release in between, a
		 * quorum has to begin once more: the others may have been interrupted, too.
		 */
		Heard stillValid(int index, String release) {
			if (!release.isEmpty() || !isDecided("") || this.latest.get(index) == null) {
				return this;
			}
			Map<Integer, String> latest = new HashMap<>(this.latest);
			latest.values().removeIf(String::isEmpty);
			return new Heard(latest, null);
		}

		Heard and(int index, String release, int quorum) {
			Map<Integer, String> latest = new HashMap<>(this.latest);
			latest.put(index, release);
			boolean reached = Collections.frequency(latest.values(), release) >= quorum;
			return new Heard(latest, reached ? release : this.decided);
		}

		/**
		 * Returns whether nodes that have announced a release would be a quorum together
		 * with those that have just begun.
		 */
		boolean isInPart(String own, int quorum) {
			int begun = Collections.frequency(this.latest.values(), "");
			return begun > 0 && this.latest.values()
				.stream()
				.filter((release) -> !release.isEmpty() && !release.equals(own) && !isDecided(release))
				.anyMatch((release) -> Collections.frequency(this.latest.values(), release) + begun >= quorum);
		}

		boolean isDecided(String release) {
			return release.equals(this.decided);
		}

	}

}
