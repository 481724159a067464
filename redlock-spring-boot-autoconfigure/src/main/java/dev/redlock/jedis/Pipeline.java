package dev.redlock.jedis;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Release;

/**
 * The calls of one connection in their order: one list, in which those that are written
 * and have no answer yet come before those that are to be written. Many threads add, one
 * at a time writes, one takes the answers, and any may look.
 */
final class Pipeline {

	/**
	 * So many unanswered commands fit into the socket buffers of both sides, or little
	 * memory, when a server does not read.
	 */
	private static final int WINDOW = 512;

	private final AtomicReference<Entry> added;

	private volatile Entry written;

	private final AtomicReference<Entry> answered;

	private final AtomicInteger writtenCount = new AtomicInteger();

	private final AtomicInteger answeredCount = new AtomicInteger();

	private final ReentrantLock sweep = new ReentrantLock();

	Pipeline() {
		Entry start = new Entry(null);
		this.added = new AtomicReference<>(start);
		this.written = start;
		this.answered = new AtomicReference<>(start);
	}

	void add(Call call) {
		Entry entry = new Entry(call);
		claimPlace(entry).set(entry);
	}

	/**
	 * Claims the place at the end of the list.
	 * @return the call before, which must be made to refer to the new one
	 */
	Entry claimPlace(Entry entry) {
		return this.added.getAndSet(entry);
	}

	/**
	 * Returns whether something is to be written, and the server has read enough for it.
	 */
	boolean isWritable() {
		return this.written.following() != null && hasRoom();
	}

	private boolean hasRoom() {
		return unansweredCount() < WINDOW;
	}

	/**
	 * Takes the next call to be written, which counts as unanswered from now on. For one
	 * thread at a time.
	 * @return the call, or {@code null} if there is none now
	 */
	@Nullable Call takeNext() {
		Entry next;
		while (hasRoom() && (next = this.written.following()) != null) {
			boolean wanted = !next.call().isAbandoned();
			next.state = wanted ? State.WRITTEN : State.SKIPPED;
			this.written = next;
			if (wanted) {
				this.writtenCount.lazySet(this.writtenCount.getPlain() + 1);
				return next.call();
			}
		}
		return null;
	}

	/**
	 * Takes the call that an answer belongs to. For the one thread that reads.
	 * @return the call, or {@code null} if no answer is expected
	 */
	@Nullable Call takeAnswered() {
		Entry next;
		while ((next = this.answered.getPlain().following()) != null && next.state != State.QUEUED) {
			remove(next);
			if (next.state == State.WRITTEN) {
				this.answeredCount.lazySet(this.answeredCount.getPlain() + 1);
				return next.call();
			}
		}
		return null;
	}

	/**
	 * Takes the oldest call, which will never be answered, when nobody takes answers any
	 * more.
	 * @return the call, or {@code null} if there is none
	 */
	@Nullable Entry takeOrphan() {
		this.sweep.lock();
		try {
			Entry next;
			while ((next = this.answered.get().following()) != null) {
				remove(next);
				if (next.state != State.SKIPPED) {
					return next;
				}
			}
			return null;
		}
		finally {
			this.sweep.unlock();
		}
	}

	private void remove(Entry first) {
		Entry before = this.answered.getPlain();
		this.answered.lazySet(first);
		// Refers to itself, or what is old would keep everything alive that is younger.
		before.lazySet(before);
	}

	/**
	 * Returns the release of what a command may be granted, if it is on its way already.
	 * For the one thread that reads.
	 */
	Optional<Release> releaseOf(NodeCommand command) {
		Entry last = this.added.get();
		Entry entry = this.answered.get();
		while (entry != last) {
			Entry next = entry.get();
			if (next == entry) {
				return Optional.empty();
			}
			if (next == null) {
				// Whoever claimed the place will fill it in a moment: it may be the
				// release.
				Thread.yield();
			}
			else {
				entry = next;
				if (entry.call().command() instanceof Release release && release.token().equals(command.token())) {
					return Optional.of(release);
				}
			}
		}
		return Optional.empty();
	}

	int unansweredCount() {
		return this.writtenCount.get() - this.answeredCount.get();
	}

	/**
	 * Returns the oldest call that has no answer, or {@code null} if all have.
	 */
	@Nullable Entry first() {
		return after(this.answered.get());
	}

	/**
	 * Returns the next call, or the oldest if that one was answered meanwhile.
	 */
	@Nullable Entry after(Entry entry) {
		Entry before = entry;
		Entry next;
		while ((next = before.get()) != null) {
			if (next != before && next.state != State.SKIPPED) {
				return next;
			}
			before = (next != before) ? next : this.answered.get();
		}
		return null;
	}

	boolean isEmpty() {
		return first() == null;
	}

	private enum State {

		QUEUED, WRITTEN, SKIPPED

	}

	/**
	 * A call in the list, which refers to the next one.
	 */
	@SuppressWarnings("serial")
	static final class Entry extends AtomicReference<@Nullable Entry> {

		private final @Nullable Call call;

		private volatile State state = State.QUEUED;

		Entry(@Nullable Call call) {
			this.call = call;
		}

		Call call() {
			return Objects.requireNonNull(this.call, "not the start");
		}

		boolean isWritten() {
			return this.state == State.WRITTEN;
		}

		private @Nullable Entry following() {
			Entry next = get();
			return (next != this) ? next : null;
		}

	}

}
