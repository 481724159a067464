package dev.redlock.jedis;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Release;

/**
 * The calls of one connection in their order: those that are to be written, and those
 * that were and have no answer yet. Thread-safe, but for one writer at a time.
 */
final class Pipeline {

	/**
	 * So many unanswered commands fit into the socket buffers of both sides, or little
	 * memory, when a server does not read.
	 */
	private static final int WINDOW = 512;

	private final Queue<Call> queue = new ConcurrentLinkedQueue<>();

	private final Queue<Call> unanswered = new ConcurrentLinkedQueue<>();

	private final AtomicInteger unansweredCount = new AtomicInteger();

	void add(Call call) {
		this.queue.add(call);
	}

	/**
	 * Returns whether something is to be written, and the server has read enough for it.
	 */
	boolean isWritable() {
		return !this.queue.isEmpty() && hasRoom();
	}

	private boolean hasRoom() {
		return this.unansweredCount.get() < WINDOW;
	}

	/**
	 * Takes the next call to be written, which counts as unanswered from now on.
	 * @return the call, or {@code null} if there is none now
	 */
	@Nullable Call takeNext() {
		Call call;
		while (hasRoom() && (call = this.queue.peek()) != null) {
			if (!call.isAbandoned()) {
				// In this order, so that a release is always seen in one of the two.
				this.unanswered.add(call);
				this.queue.remove(call);
				this.unansweredCount.incrementAndGet();
				return call;
			}
			this.queue.remove(call);
		}
		return null;
	}

	/**
	 * Takes the call that an answer belongs to.
	 * @return the call, or {@code null} if no answer is expected
	 */
	@Nullable Call takeAnswered() {
		Call call = this.unanswered.poll();
		if (call != null) {
			this.unansweredCount.decrementAndGet();
		}
		return call;
	}

	/**
	 * Takes all calls, which will never be answered.
	 * @param orphaned told each call and whether it was written
	 */
	void takeAll(BiConsumer<Call, Boolean> orphaned) {
		Call call;
		while ((call = this.unanswered.poll()) != null) {
			orphaned.accept(call, true);
		}
		while ((call = this.queue.poll()) != null) {
			orphaned.accept(call, false);
		}
	}

	/**
	 * Returns the release of what a command may be granted, if it is on its way already.
	 */
	Optional<NodeCommand> releaseOf(NodeCommand command) {
		return Stream.concat(this.unanswered.stream(), this.queue.stream())
			.map(Call::command)
			.filter((other) -> other instanceof Release && other.token().equals(command.token()))
			.findFirst();
	}

	Iterable<Call> unanswered() {
		return this.unanswered;
	}

	Iterable<Call> queued() {
		return this.queue;
	}

	int unansweredCount() {
		return this.unansweredCount.get();
	}

	/**
	 * Returns the call whose answer comes next, or {@code null} if none is expected.
	 */
	@Nullable Call oldest() {
		return this.unanswered.peek();
	}

	boolean isEmpty() {
		return this.unanswered.isEmpty() && this.queue.isEmpty();
	}

}
