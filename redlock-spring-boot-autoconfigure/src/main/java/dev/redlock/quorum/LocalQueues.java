package dev.redlock.quorum;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.node.NodeReply;
import dev.redlock.node.RedlockNode;

/**
 * The queues of this process, one for each key that somebody has or wants. Thread-safe.
 * <p>
 * Only who has the turn asks the nodes. When its lease is released, the next caller's
 * acquire follows the release on the same connections. After a number of such turns, or
 * when nobody waits here, the release is announced instead, and others who wait, of other
 * processes or out of line, are let in first, for a moment.
 */
final class LocalQueues {

	private static final Logger logger = LoggerFactory.getLogger(LocalQueues.class);

	private final ConcurrentMap<String, LocalQueue> queues = new ConcurrentHashMap<>();

	private final Outsiders outsiders;

	private final List<RedlockNode> nodes;

	private final Timer timer;

	private final OthersFirst othersFirst;

	/**
	 * Creates the queues.
	 * @param nodes the nodes
	 * @param timer the timer
	 * @param othersFirst for how long others may come first
	 */
	LocalQueues(List<RedlockNode> nodes, Timer timer, OthersFirst othersFirst) {
		this.nodes = nodes;
		this.timer = timer;
		this.outsiders = new Outsiders(timer);
		this.othersFirst = othersFirst;
	}

	/**
	 * Joins the queue of a key, at its end.
	 * @return whether the caller has the turn already; otherwise it begins when it gets
	 * it
	 */
	boolean join(String key, Turn turn) {
		LocalQueue own = new LocalQueue(turn);
		if (this.queues.putIfAbsent(key, own) == null) {
			return true;
		}
		LocalQueue joined = this.queues.compute(key, (same, present) -> (present != null) ? present.with(turn) : own);
		if (joined == own) {
			return true;
		}
		if (joined.letsOthersIn()) {
			watch(key, joined);
		}
		if (joined.isOverdue()) {
			passOn(key, joined);
		}
		return false;
	}

	private void passOn(String key, LocalQueue queue) {
		QueueChange change = new QueueChange();
		this.queues.computeIfPresent(key,
				(same, present) -> (present == queue && queue.isOverdue()) ? change.passOn(queue) : present);
		change.happen((next) -> {
			Log.warn(logger,
					"A caller that had its turn for {} has neither given it back nor up, and is not waited for", key);
			beginSoon(next);
		});
	}

	/**
	 * Takes the turn if nobody has it.
	 */
	boolean tryJoin(String key, Turn turn) {
		return this.queues.putIfAbsent(key, new LocalQueue(turn)) == null;
	}

	/**
	 * A caller leaves, whether it was its turn or not.
	 */
	void leave(String key, Turn turn) {
		QueueChange change = new QueueChange();
		this.queues.computeIfPresent(key, (same, queue) -> {
			if (queue.present() == turn) {
				return change.next(queue);
			}
			queue.remove(turn);
			return queue;
		});
		change.happen(this::beginSoon);
	}

	/**
	 * A caller leaves whose lease could not be released as it should have been. The queue
	 * may wait for the release of another one by now.
	 */
	void leaveAfterRelease(String key, Turn turn) {
		QueueChange change = new QueueChange();
		this.queues.computeIfPresent(key,
				(same, queue) -> (queue.isBehind(turn) || queue.present() == turn) ? change.passOn(queue) : queue);
		change.happen(this::beginSoon);
	}

	/**
	 * Begins a turn, but not on top of the one that has just failed: when no node can be
	 * reached, all fail at once, one after the other.
	 */
	private void beginSoon(Turn next) {
		try {
			this.timer.after(0, next::begin);
		}
		catch (RuntimeException | Error ex) {
			// Such as a timer that was shut down: who is next must not wait for ever.
			next.begin();
		}
	}

	/**
	 * A lease that has had its turn is about to be released. It has the turn still,
	 * unless it was not waited for any more.
	 */
	Turnover release(String key, Turn turn, String token) {
		QueueChange change = new QueueChange();
		LocalQueue queue = this.queues.computeIfPresent(key, (same, present) -> {
			if (present.present() != turn) {
				return change.overtaken(present);
			}
			return present.mayPass() ? change.pass(present) : change.yield(present, token);
		});
		if (change.isOvertaken()) {
			return Turnover.OUT_OF_LINE;
		}
		change.happen(Turn::begin);
		return (queue != null && change.isPassed()) ? new Turnover.ToNext(this, key, queue, turn)
				: new Turnover.ToOthers(this, key, queue, turn);
	}

	/**
	 * The release of a lease was sent, behind which callers of this process waited.
	 */
	void sent(String key, LocalQueue queue, Turn releaser) {
		QueueChange change = new QueueChange();
		this.queues.computeIfPresent(key,
				(same, present) -> (present == queue && queue.isBehind(releaser)) ? change.sent(queue) : present);
		change.happen(Turn::begin);
	}

	/**
	 * The announced release of a lease was decided.
	 */
	void released(String key, @Nullable LocalQueue queue, Turn releaser, Round round) {
		if (queue != null && !queue.isBehind(releaser)) {
			// It has gone on, and may wait for the release of another one by now.
			return;
		}
		if (!this.outsiders.want(key) && !othersWait((queue != null) ? queue.watch() : null, round)) {
			if (queue != null) {
				resume(key, queue);
			}
			return;
		}
		LocalQueue own = (queue != null) ? queue : LocalQueue.after(releaser);
		if (queue != null || this.queues.putIfAbsent(key, own) == null) {
			this.othersFirst.begin(key, own, this);
			// So that the others know of us when they release the lock, and we of that.
			watch(key, own);
		}
	}

	private static boolean othersWait(@Nullable QuorumWatch watch, Round round) {
		for (int i = 0; i < round.size(); i++) {
			NodeReply reply = round.reply(i);
			long own = (watch != null && watch.isListening(i)) ? 1 : 0;
			if (reply != null && reply.isDone() && reply.number() > own) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns whether a caller waits in a queue that has not ended.
	 */
	boolean isWaitedFor(String key, LocalQueue queue) {
		AtomicBoolean waitedFor = new AtomicBoolean();
		this.queues.computeIfPresent(key, (same, present) -> {
			waitedFor.set(present == queue && queue.hasWaiting());
			return present;
		});
		return waitedFor.get();
	}

	/**
	 * Lets a queue go on, if it yields.
	 */
	void resume(String key, LocalQueue queue) {
		QueueChange change = new QueueChange();
		this.queues.computeIfPresent(key,
				(same, present) -> (present == queue && queue.isYielding()) ? change.next(queue) : present);
		change.happen(Turn::begin);
	}

	/**
	 * Watches a key for as long as its queue lasts.
	 */
	void watch(String key, Turn turn) {
		LocalQueue queue = this.queues.get(key);
		if (queue != null && queue.present() == turn) {
			watch(key, queue);
		}
	}

	private void watch(String key, LocalQueue queue) {
		if (queue.watch() != null) {
			return;
		}
		QuorumWatch watch = new QuorumWatch(this.nodes, key, (release) -> announced(key, queue, release),
				() -> heardInPart(key, queue));
		this.queues.computeIfPresent(key, (same, present) -> (present == queue) ? queue.watchedBy(watch) : present);
		if (queue.watch() == watch) {
			// If the queue has ended meanwhile, the watch was closed and ends at once.
			watch.start();
		}
	}

	private void announced(String key, LocalQueue queue, String release) {
		Turn present = queue.present();
		if (present != null) {
			present.wake();
		}
		else if (!release.isEmpty()) {
			resume(key, queue);
		}
	}

	private void heardInPart(String key, LocalQueue queue) {
		if (queue.present() == null) {
			// Whoever has released it may be waiting for us by now.
			this.othersFirst.endIfFree(key, queue, this);
		}
	}

	Outsiders outsiders() {
		return this.outsiders;
	}

	QuorumWatch newWatch(String key, Consumer<String> onRelease) {
		return new QuorumWatch(this.nodes, key, onRelease, () -> {
		});
	}

	@Nullable Turn presentTurn(String key) {
		LocalQueue queue = this.queues.get(key);
		return (queue != null) ? queue.present() : null;
	}

	/**
	 * The nodes refused the caller whose turn it is.
	 */
	void refused(String key, Turn turn, Refusal refusal) {
		LocalQueue queue = this.queues.get(key);
		if (queue != null && queue.present() == turn) {
			queue.refused(refusal);
		}
	}

	/**
	 * Returns why a caller has to wait that the nodes have not refused: what they said to
	 * the last one who asked, unless that one got the lock.
	 */
	Refusal refusal(String key) {
		LocalQueue queue = this.queues.get(key);
		Refusal last = (queue != null) ? queue.refusal() : null;
		return (last != null) ? last : Refusal.heldHere(this.nodes);
	}

}
