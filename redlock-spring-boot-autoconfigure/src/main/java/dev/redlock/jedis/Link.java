package dev.redlock.jedis;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * One live connection that all threads send to. The replies are handed out in order.
 */
final class Link implements ReplyReceiver {

	/**
	 * From so many unanswered commands on it pays to let other threads join a batch.
	 */
	private static final int BUSY_FROM = 3;

	private final Wire wire;

	private final EncodedCommands commands;

	private final LongSupplier clock;

	private final Punctuality punctuality;

	private final long quarantinedUntil;

	private final LinkOwner owner;

	private final Pipeline calls;

	private final LinkWriter writer;

	private final Replies replies;

	private final Expiry expiry;

	/** When the replies that are being handed out arrived; for whoever reads. */
	private long arrivedAt;

	private volatile boolean swept;

	/**
	 * Creates a link.
	 * @param wire a connection that is ready for commands
	 * @param commands gives what is sent for a command
	 * @param clock the clock
	 * @param timeoutNanos a reply later than this is no vote
	 * @param quarantinedUntil until when the server does not vote (S9), or since when it
	 * does
	 * @param owner told what becomes of the link
	 */
	Link(Wire wire, EncodedCommands commands, LongSupplier clock, long timeoutNanos, long quarantinedUntil,
			LinkOwner owner) {
		this.wire = wire;
		this.commands = commands;
		this.clock = clock;
		this.calls = new Pipeline(clock);
		this.writer = new LinkWriter(wire, commands, this.calls);
		this.punctuality = new Punctuality(timeoutNanos);
		this.quarantinedUntil = quarantinedUntil;
		this.owner = owner;
		this.replies = new Replies(this.calls, owner, this::add, clock);
		this.expiry = new Expiry(this.calls, this.punctuality, owner::onLate);
	}

	/**
	 * Starts to receive replies; called once.
	 */
	void start() {
		this.wire.start(this);
	}

	void send(Call call) {
		add(call);
		flush();
	}

	/**
	 * Takes a call, which is written with the next flush, whosever it is.
	 */
	void add(Call call) {
		call.encode(this.commands, this);
		this.calls.add(call);
	}

	/**
	 * Writes what was added, now or at the pause that is due.
	 */
	void flush() {
		if (!this.wire.isPauseDue() || this.swept) {
			drain();
		}
	}

	/**
	 * Returns whether what other threads are about to send had better go out with what
	 * was added.
	 */
	boolean isBusy() {
		return this.calls.unansweredCount() >= BUSY_FROM && !this.wire.isPauseDue();
	}

	/**
	 * Returns whether the server has still to answer what was written.
	 */
	boolean isAwake() {
		return this.calls.unansweredCount() > 0;
	}

	private void drain() {
		this.writer.drain();
		if (this.swept) {
			sweep(false);
		}
	}

	@Override
	public void onArrival() {
		this.arrivedAt = this.clock.getAsLong();
	}

	@Override
	public void onReply(@Nullable Object reply) {
		Exchange exchange = this.calls.takeAnswered();
		if (exchange == null) {
			throw new IllegalStateException("The server sent a reply that nobody had asked for");
		}
		try {
			if (this.punctuality.wantsAnswers()
					&& this.punctuality.onAnswer(this.clock.getAsLong() - exchange.writtenAt())) {
				this.owner.onPunctual();
			}
			this.replies.handle(exchange, reply, this.arrivedAt);
		}
		catch (RuntimeException | Error ex) {
			exchange.calls().forEach((call) -> this.owner.onOrphan(call, true));
			throw ex;
		}
		if (reply instanceof JedisDataException error && !isClosed()) {
			this.replies.tellOfServer(error, exchange);
		}
	}

	@Override
	public void onPause() {
		noticeCatchingUp();
		drain();
	}

	private void noticeCatchingUp() {
		if (this.punctuality.isLate() && isIdle()) {
			this.owner.onCaughtUp(this);
		}
	}

	@Override
	public void onEnd(@Nullable Throwable cause) {
		this.owner.onEnd(this, cause);
	}

	/**
	 * Times out what is overdue.
	 * @param afterPause whether this process may have stood still
	 * @return the nanoseconds until the next call may be overdue; -1 if there is none
	 */
	long expireOverdue(boolean afterPause) {
		long next = this.expiry.expireOverdue(this.clock.getAsLong(), afterPause);
		// Its last answer may have come before it was found to be late.
		noticeCatchingUp();
		return (next < 0 && !isIdle()) ? this.punctuality.timeoutNanos() : next;
	}

	@Override
	public long silentNanos() {
		Exchange oldest = this.calls.oldest();
		return (oldest != null) ? this.clock.getAsLong() - oldest.writtenAt() : 0;
	}

	/**
	 * Returns what the server has to answer next, or {@code null} if there is nothing.
	 */
	@Nullable Exchange oldest() {
		return this.calls.oldest();
	}

	Wire wire() {
		return this.wire;
	}

	Punctuality punctuality() {
		return this.punctuality;
	}

	/**
	 * Returns for how long the server has voted: what it had counted before may be left
	 * from an older state (S10).
	 */
	long votingMillis() {
		return Math.max(0, TimeUnit.NANOSECONDS.toMillis(-quarantineNanos(this.clock.getAsLong())));
	}

	/**
	 * Returns for how long the server does not vote yet; zero or less if it does.
	 * @param now the time
	 */
	long quarantineNanos(long now) {
		return this.quarantinedUntil - now;
	}

	boolean isIdle() {
		return this.calls.isEmpty();
	}

	boolean isClosed() {
		return this.writer.isClosed();
	}

	boolean isLate() {
		return this.punctuality.isLate();
	}

	/**
	 * Ends the connection; the owner is told when no reply can come any more.
	 */
	void close(@Nullable Throwable cause) {
		this.writer.close(cause);
	}

	/**
	 * Hands the calls that will never be answered to the owner. Only called when no reply
	 * can come any more, which would be taken for the answer to another call. Whoever
	 * puts a call into the link later sweeps it again.
	 */
	void end() {
		this.writer.end();
		// What may have been written is told here, before there is another connection,
		// and by nobody else: a thread may take its time until it has told it (S4).
		sweep(true);
		this.swept = true;
		// What others have added meanwhile, who saw that there was no need to sweep.
		sweep(false);
	}

	private void sweep(boolean tellWritten) {
		this.calls.takeAll((call, written) -> this.owner.onOrphan(call, written && tellWritten));
	}

}
