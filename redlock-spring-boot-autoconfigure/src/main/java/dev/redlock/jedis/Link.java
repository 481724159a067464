package dev.redlock.jedis;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;

/**
 * One live connection that all threads write to. Whoever finds it free writes the whole
 * queue; one reader hands the replies out in order.
 */
final class Link {

	/**
	 * From so many unanswered commands on, a writer lets other threads join its batch.
	 */
	private static final int BATCH_FROM = 3;

	/**
	 * So many unanswered commands fit into the socket buffers of both sides, so that a
	 * server that does not read can't block the thread that writes.
	 */
	private static final int WINDOW = 512;

	private static final Logger logger = LoggerFactory.getLogger(Link.class);

	private final Connection connection;

	private final CommandCodec codec;

	private final LongSupplier clock;

	private final long timeoutNanos;

	private final long quarantinedUntil;

	private final Runnable recovered;

	private final BiConsumer<Call, Boolean> orphans;

	private final Queue<Call> queue = new ConcurrentLinkedQueue<>();

	private final Queue<Call> unanswered = new ConcurrentLinkedQueue<>();

	private final AtomicInteger unansweredCount = new AtomicInteger();

	private final AtomicBoolean writing = new AtomicBoolean();

	private volatile boolean stalled;

	private volatile boolean closed;

	/**
	 * Creates a link.
	 * @param connection a connection that is ready for commands
	 * @param codec encodes the commands
	 * @param clock the clock
	 * @param timeoutNanos a reply later than this is no vote
	 * @param quarantinedUntil until when the server does not vote (S9)
	 * @param recovered run when a server that had been silent has caught up
	 * @param orphans gets the calls that will never be answered, and whether each was
	 * written
	 */
	Link(Connection connection, CommandCodec codec, LongSupplier clock, long timeoutNanos, long quarantinedUntil,
			Runnable recovered, BiConsumer<Call, Boolean> orphans) {
		this.connection = connection;
		this.codec = codec;
		this.clock = clock;
		this.timeoutNanos = timeoutNanos;
		this.quarantinedUntil = quarantinedUntil;
		this.recovered = recovered;
		this.orphans = orphans;
	}

	void send(Call call) {
		this.queue.add(call);
		drain();
	}

	private void drain() {
		while (!this.closed && !this.queue.isEmpty() && this.unansweredCount.get() < WINDOW
				&& this.writing.compareAndSet(false, true)) {
			try {
				if (this.unansweredCount.get() >= BATCH_FROM) {
					Thread.yield();
				}
				writeQueue();
			}
			catch (RuntimeException ex) {
				logger.debug("A write failed", ex);
				close();
			}
			finally {
				this.writing.set(false);
			}
		}
		if (this.closed) {
			sweep();
		}
	}

	private void writeQueue() {
		Call call;
		while (this.unansweredCount.get() < WINDOW && (call = this.queue.poll()) != null) {
			if (call.isAbandoned()) {
				continue;
			}
			this.unanswered.add(call);
			this.unansweredCount.incrementAndGet();
			this.connection.sendCommand(encode(call));
		}
		// Reads nothing, but is the public way to flush.
		this.connection.getMany(0);
	}

	private CommandArguments encode(Call call) {
		NodeCommand command = call.command();
		return (command != null) ? this.codec.encode(command, call.withSource()) : new CommandArguments(Command.PING);
	}

	/**
	 * Reads replies until the connection ends.
	 */
	void readReplies() {
		while (!this.closed) {
			Object reply;
			try {
				reply = this.connection.getUnflushedObject();
			}
			catch (JedisDataException ex) {
				reply = ex;
			}
			Call call = this.unanswered.poll();
			if (call == null) {
				throw new IllegalStateException("The server sent a reply that nobody had asked for");
			}
			this.unansweredCount.decrementAndGet();
			answer(call, reply);
			noticeRecovery();
			if (!this.queue.isEmpty()) {
				drain();
			}
		}
	}

	private void noticeRecovery() {
		if (this.stalled && !isOverdue(this.unanswered.peek(), this.clock.getAsLong())) {
			this.stalled = false;
			this.recovered.run();
		}
	}

	private void answer(Call call, @Nullable Object reply) {
		NodeCommand command = call.command();
		if (command == null) {
			call.complete(NodeReply.DONE);
		}
		else if (reply instanceof JedisNoScriptException && call.retryWithSource()) {
			this.queue.add(call);
		}
		else if (reply instanceof JedisDataException error) {
			call.complete(CommandCodec.failed(command, error));
		}
		else {
			call.complete(CommandCodec.decode(command, reply));
		}
	}

	/**
	 * Times out what is overdue.
	 * @return the nanoseconds until the next call may be overdue; -1 if there is none
	 */
	long expireOverdue() {
		long now = this.clock.getAsLong();
		long next = Math.max(expireOverdue(this.unanswered, now, true), expireOverdue(this.queue, now, false));
		noticeRecovery();
		return (next < 0 && !isIdle()) ? this.timeoutNanos : next;
	}

	private long expireOverdue(Queue<Call> calls, long now, boolean written) {
		for (Call call : calls) {
			if (call.reply().isDone()) {
				continue;
			}
			if (!isOverdue(call, now)) {
				return this.timeoutNanos - (now - call.startedAt());
			}
			// What was never written says nothing about the server.
			this.stalled |= written;
			call.complete(NodeReply.TIMED_OUT);
		}
		return -1;
	}

	private boolean isOverdue(@Nullable Call call, long now) {
		return call != null && now - call.startedAt() >= this.timeoutNanos;
	}

	/**
	 * Returns for how long the server has not answered the oldest command.
	 */
	long silentNanos() {
		Call oldest = this.unanswered.peek();
		return (oldest != null) ? this.clock.getAsLong() - oldest.startedAt() : 0;
	}

	/**
	 * Returns for how long the server does not vote yet; zero or less if it does.
	 */
	long quarantineNanos() {
		return this.quarantinedUntil - this.clock.getAsLong();
	}

	boolean isIdle() {
		return this.unanswered.isEmpty() && this.queue.isEmpty();
	}

	boolean isClosed() {
		return this.closed;
	}

	boolean isStalled() {
		return this.stalled;
	}

	/**
	 * Ends the connection; the reader finds out by itself.
	 */
	void close() {
		this.closed = true;
		try {
			this.connection.forceDisconnect();
		}
		catch (IOException ex) {
			logger.debug("A connection did not close", ex);
		}
	}

	/**
	 * Hands over the calls that will never be answered. Whoever puts a call into a closed
	 * link sweeps it again.
	 */
	void sweep() {
		Call call;
		while ((call = this.unanswered.poll()) != null) {
			this.orphans.accept(call, true);
		}
		while ((call = this.queue.poll()) != null) {
			this.orphans.accept(call, false);
		}
	}

}
