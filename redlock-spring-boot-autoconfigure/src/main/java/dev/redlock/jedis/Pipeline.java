package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Release;

/**
 * The calls of one connection: those that are to be written, in the order in which they
 * were sent, and those that were written and have no answer yet, in the order of the
 * answers. Many threads add, one at a time writes, one takes the answers, and any may
 * look.
 */
final class Pipeline {

	/**
	 * So many unanswered commands fit into the socket buffers of both sides, or little
	 * memory, when a server does not read.
	 */
	private static final int WINDOW = 512;

	private final Queue<Exchange> queue = new ConcurrentLinkedQueue<>();

	private final Queue<Written> unanswered = new ConcurrentLinkedQueue<>();

	private final AtomicInteger writtenCount = new AtomicInteger();

	private final AtomicInteger answeredCount = new AtomicInteger();

	private final LongSupplier clock;

	/** How many were written at once the last time. */
	private int usual = 1;

	/**
	 * Creates the calls of a connection.
	 * @param clock the clock
	 */
	Pipeline(LongSupplier clock) {
		this.clock = clock;
	}

	void add(Exchange exchange) {
		this.queue.add(exchange);
	}

	/**
	 * Returns whether something is to be written, and the server has read enough for it.
	 */
	boolean isWritable() {
		return !this.queue.isEmpty() && room() > 0;
	}

	private int room() {
		return WINDOW - unansweredCount();
	}

	/**
	 * Takes what is to be written next, which counts as unanswered from now on. For one
	 * thread at a time.
	 * @return what to write, in its order; empty if there is nothing now
	 */
	List<Exchange> takeNext() {
		if (this.queue.isEmpty()) {
			return List.of();
		}
		int room = room();
		List<Exchange> taken = new ArrayList<>(this.usual);
		int count = 0;
		for (Iterator<Exchange> queued = this.queue.iterator(); count < room && queued.hasNext();) {
			Exchange exchange = queued.next();
			if (exchange.isAbandoned()) {
				queued.remove();
			}
			else {
				taken.add(exchange);
				count += exchange.size();
			}
		}
		if (taken.isEmpty()) {
			return List.of();
		}
		List<Exchange> next = WriteOrder.of(taken);
		long now = this.clock.getAsLong();
		for (Exchange exchange : next) {
			exchange.onWritten(now);
		}
		this.writtenCount.lazySet(this.writtenCount.getPlain() + count);
		// In this order, so that each call is always in one of the two.
		this.unanswered.add(new Written(next));
		// Not the first ones, whatever they are: when the connection ends they are taken,
		// too.
		for (Exchange exchange : taken) {
			this.queue.remove(exchange);
		}
		this.usual = taken.size();
		return next;
	}

	/**
	 * Takes what an answer belongs to. For the one thread that reads.
	 * @return what was written, or {@code null} if no answer is expected
	 */
	@Nullable Exchange takeAnswered() {
		Written written = this.unanswered.peek();
		if (written == null) {
			return null;
		}
		Exchange exchange = written.next();
		goOn(written, exchange);
		this.answeredCount.lazySet(this.answeredCount.getPlain() + exchange.size());
		return exchange;
	}

	private void goOn(Written written, Exchange exchange) {
		if (!written.goOnFrom(exchange)) {
			this.unanswered.remove(written);
		}
	}

	/**
	 * Takes all calls, which will never be answered, when nobody takes answers any more.
	 * @param orphaned told each call and whether it was written; more than once, if it is
	 * being written just now or others take calls, too
	 */
	void takeAll(BiConsumer<Call, Boolean> orphaned) {
		Written written;
		while ((written = this.unanswered.peek()) != null) {
			Exchange exchange = written.next();
			exchange.calls().forEach((call) -> orphaned.accept(call, true));
			// Not before it was told: that may fail, and is done once more then.
			goOn(written, exchange);
		}
		Exchange exchange;
		while ((exchange = this.queue.peek()) != null) {
			exchange.calls().forEach((call) -> orphaned.accept(call, false));
			this.queue.remove(exchange);
		}
	}

	/**
	 * Returns the release of what a command may be granted, if it is on its way already.
	 * For the one thread that reads.
	 */
	Optional<Call> releaseOf(NodeCommand command) {
		// In this order: what is written meanwhile is unanswered before it leaves the
		// queue.
		return Stream.concat(queued(), unanswered())
			.filter((call) -> call.command() instanceof Release && call.token().equals(command.token())
					&& call.keys().equals(command.keys()))
			.findFirst();
	}

	/**
	 * Returns the calls that are to be written.
	 */
	Stream<Call> queued() {
		return this.queue.stream().flatMap((exchange) -> exchange.calls().stream());
	}

	/**
	 * Returns the calls that were written and have no answer yet.
	 */
	Stream<Call> unanswered() {
		return this.unanswered.stream().flatMap(Written::calls);
	}

	int unansweredCount() {
		return this.writtenCount.get() - this.answeredCount.get();
	}

	/**
	 * Returns what is answered next, or {@code null} if no answer is expected.
	 */
	@Nullable Exchange oldest() {
		Written written = this.unanswered.peek();
		return (written != null) ? written.next() : null;
	}

	boolean isEmpty() {
		// In this order, as above.
		return this.queue.isEmpty() && this.unanswered.isEmpty();
	}

}
