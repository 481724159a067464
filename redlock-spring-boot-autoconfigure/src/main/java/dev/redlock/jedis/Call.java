package dev.redlock.jedis;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.PendingReply;

/**
 * A command on its way: queued, written, answered.
 */
final class Call implements PendingReply {

	private static final Consumer<NodeReply> NOBODY = (reply) -> {
	};

	private static final Logger logger = LoggerFactory.getLogger(Call.class);

	@SuppressWarnings("rawtypes")
	private static final AtomicReferenceFieldUpdater<Call, @Nullable Consumer> RECEIVER = AtomicReferenceFieldUpdater
		.newUpdater(Call.class, Consumer.class, "receiver");

	private final @Nullable NodeCommand command;

	private final long startedAt;

	/** Gone with the reply: a connection remembers its last call. */
	private volatile @Nullable Consumer<NodeReply> receiver;

	private @Nullable EncodedCommand encoded;

	private boolean withSource;

	private Call(@Nullable NodeCommand command, Consumer<NodeReply> receiver, long startedAt) {
		this.command = command;
		this.receiver = receiver;
		this.startedAt = startedAt;
	}

	static Call of(NodeCommand command, Consumer<NodeReply> receiver, long now) {
		return new Call(command, receiver, now);
	}

	/**
	 * Returns a release that nobody waits for.
	 */
	static Call of(Release release, long now) {
		return new Call(release, NOBODY, now);
	}

	static Call ping(long now) {
		return ping(NOBODY, now);
	}

	static Call ping(Consumer<NodeReply> receiver, long now) {
		return new Call(null, receiver, now);
	}

	@Nullable NodeCommand command() {
		return this.command;
	}

	long startedAt() {
		return this.startedAt;
	}

	/**
	 * Hands over the reply, unless there was one or nobody wants it any more.
	 */
	void complete(NodeReply reply) {
		Consumer<NodeReply> receiver = takeReceiver();
		if (receiver != null) {
			try {
				receiver.accept(reply);
			}
			catch (Throwable ex) {
				report(ex);
			}
		}
	}

	private static void report(Throwable failure) {
		try {
			logger.error("A reply could not be handled", failure);
		}
		catch (Throwable ex) {
			// The connection, and all others that its thread reads, go on even so.
		}
	}

	@Override
	public void abandon() {
		takeReceiver();
	}

	@SuppressWarnings("unchecked")
	private @Nullable Consumer<NodeReply> takeReceiver() {
		return RECEIVER.getAndSet(this, null);
	}

	/**
	 * Returns whether there is a reply, or nobody wants one any more.
	 */
	boolean isEnded() {
		return this.receiver == null;
	}

	/**
	 * Returns whether nobody wants the answer any more, so that the command must not be
	 * written: its release is already on the way. A release is always wanted.
	 */
	boolean isAbandoned() {
		return isEnded() && !(this.command instanceof Release);
	}

	/**
	 * Sets what is sent.
	 */
	void encode(SharedArguments shared) {
		this.encoded = (this.command != null) ? shared.of(this.command) : EncodedCommand.PING;
	}

	/**
	 * Returns what is sent.
	 */
	EncodedCommand encoded() {
		return Objects.requireNonNull(this.encoded, "not encoded");
	}

	/**
	 * Sets the source of the script to be sent instead of its name.
	 * @return {@code false} if it has been already
	 */
	boolean encodeWithSource() {
		if (this.withSource || this.command == null) {
			return false;
		}
		this.withSource = true;
		this.encoded = EncodedCommand.of(CommandCodec.encode(this.command, true));
		return true;
	}

}
