package dev.redlock.jedis;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

import dev.redlock.node.AwakeSender;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.AcquireFenced;
import dev.redlock.node.NodeCommand.Inspect;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReplyReceiver;
import dev.redlock.node.PendingReply;

/**
 * A command on its way: queued, written, answered.
 */
final class Call implements Exchange, PendingReply {

	private static final NodeReplyReceiver NOBODY = (reply) -> {
	};

	private static final Logger logger = LoggerFactory.getLogger(Call.class);

	private static final AtomicReferenceFieldUpdater<Call, @Nullable NodeReplyReceiver> RECEIVER = AtomicReferenceFieldUpdater
		.newUpdater(Call.class, NodeReplyReceiver.class, "receiver");

	private final @Nullable NodeCommand command;

	private final long startedAt;

	private long writtenAt;

	/** Gone with the reply, so that nothing keeps alive whoever got it. */
	private volatile @Nullable NodeReplyReceiver receiver;

	private @Nullable EncodedCommand encoded;

	private @Nullable Link link;

	private boolean withSource;

	private boolean single;

	private boolean payment;

	private Call(@Nullable NodeCommand command, NodeReplyReceiver receiver, long startedAt) {
		this.command = command;
		this.receiver = receiver;
		this.startedAt = startedAt;
		this.writtenAt = startedAt;
	}

	static Call of(NodeCommand command, NodeReplyReceiver receiver, long now) {
		return new Call(command, receiver, now);
	}

	/**
	 * Returns a release that nobody waits for.
	 */
	static Call of(Release release, long now) {
		return new Call(release, NOBODY, now);
	}

	/**
	 * Returns a release that the server is owed, as somebody keeps in mind until it is
	 * answered.
	 */
	static Call payment(Release release, long now) {
		return payment(release, NOBODY, now);
	}

	static Call payment(Release release, NodeReplyReceiver receiver, long now) {
		Call call = of(release, receiver, now);
		call.payment = true;
		return call;
	}

	static Call ping(long now) {
		return ping(NOBODY, now);
	}

	static Call ping(NodeReplyReceiver receiver, long now) {
		return ask(EncodedCommand.PING, receiver, now);
	}

	/**
	 * Returns a question about no key, whose answer is the value of the reply.
	 */
	static Call ask(EncodedCommand question, NodeReplyReceiver receiver, long now) {
		Call call = new Call(null, receiver, now);
		call.encoded = question;
		return call;
	}

	@Nullable NodeCommand command() {
		return this.command;
	}

	/**
	 * Returns the token of the command; empty if it has none.
	 */
	String token() {
		return (this.command != null) ? this.command.token() : "";
	}

	/**
	 * Returns the keys of the command; none if it is about no key.
	 */
	List<String> keys() {
		return (this.command != null) ? this.command.keys() : List.of();
	}

	@Override
	public List<Call> calls() {
		return List.of(this);
	}

	@Override
	public int size() {
		return 1;
	}

	/**
	 * Returns whether a lock depends on it.
	 */
	boolean isForLock() {
		return this.command != null && !(this.command instanceof Inspect);
	}

	/**
	 * Returns whether it is a release that the server is owed.
	 */
	boolean isPayment() {
		return this.payment;
	}

	/**
	 * Returns whether the call must not be part of a batch.
	 */
	boolean isSingle() {
		return this.single;
	}

	/**
	 * Keeps the call out of batches.
	 */
	void staySingle() {
		this.single = true;
	}

	long startedAt() {
		return this.startedAt;
	}

	@Override
	public void onWritten(long now) {
		this.writtenAt = now;
	}

	@Override
	public long writtenAt() {
		return this.writtenAt;
	}

	@Override
	public List<? extends Exchange> answer(@Nullable Object reply, long arrivedAt) {
		if (reply instanceof JedisNoScriptException && encodeWithSource()) {
			return List.of(this);
		}
		complete(decode(reply), arrivedAt);
		return List.of();
	}

	/**
	 * Returns whether the server has refused a release that it may do later. A batch that
	 * it refuses comes back as single ones.
	 */
	boolean isReleaseForLater(@Nullable Object reply) {
		return this.command instanceof Release && reply instanceof JedisDataException error
				&& ErrorReplies.mayBeReleasedLater(error);
	}

	private NodeReply decode(@Nullable Object reply) {
		if (this.command == null) {
			return (reply instanceof JedisDataException error) ? NodeReply.failed(error) : CommandCodec.answered(reply);
		}
		return (reply instanceof JedisDataException error) ? CommandCodec.failed(this.command, error)
				: CommandCodec.decode(this.command, reply);
	}

	/**
	 * Hands over the reply, unless there was one or nobody wants it any more.
	 * @param reply the reply
	 * @param now when it arrived, or it was clear that none will
	 */
	void complete(NodeReply reply, long now) {
		NodeReplyReceiver receiver = takeReceiver();
		if (receiver != null) {
			try {
				receiver.accept(reply, now - this.startedAt);
			}
			catch (Throwable ex) {
				// The connection, and all others that its thread reads, go on even so.
				Failures.report(logger, "A reply could not be handled", ex);
			}
		}
	}

	@Override
	public void abandon() {
		takeReceiver();
	}

	@Override
	public boolean isBusy() {
		Link link = this.link;
		return link != null && link.isBusy();
	}

	@Override
	public boolean isAwake() {
		Link link = this.link;
		return link != null && link.isAwake();
	}

	@Override
	public void flush() {
		Link link = this.link;
		if (link != null) {
			link.flush();
		}
	}

	@Override
	public void senderWoken() {
		Link link = this.link;
		if (link != null) {
			link.wire().senderWoken();
		}
	}

	@Override
	public boolean poll() {
		Link link = this.link;
		return link != null && link.wire().poll();
	}

	@Override
	public void handOver() {
		Link link = this.link;
		if (link != null) {
			link.wire().handOver();
		}
	}

	@Override
	public AwakeSender stayAwake() {
		Link link = this.link;
		return (link != null) ? link.wire().stayAwake() : AwakeSender.NONE;
	}

	private @Nullable NodeReplyReceiver takeReceiver() {
		return RECEIVER.getAndSet(this, null);
	}

	/**
	 * Returns whether there is a reply, or nobody wants one any more.
	 */
	boolean isEnded() {
		return this.receiver == null;
	}

	/**
	 * {@inheritDoc} Its release is on the way then. A release is always wanted.
	 */
	@Override
	public boolean isAbandoned() {
		return isEnded() && !(this.command instanceof Release);
	}

	/**
	 * Sets what is sent, and over which connection.
	 */
	void encode(EncodedCommands shared, Link link) {
		this.link = link;
		if (this.command != null) {
			this.encoded = (this.command instanceof AcquireFenced)
					? EncodedCommand.of(CommandCodec.encode(this.command, false, link.votingMillis()))
					: shared.of(this.command);
		}
	}

	@Override
	public EncodedCommand encoded(EncodedCommands shared) {
		return Objects.requireNonNull(this.encoded, "not encoded");
	}

	/**
	 * Has the source of the script sent instead of its name.
	 * @return {@code false} if it was already
	 */
	private boolean encodeWithSource() {
		Link link = this.link;
		if (this.withSource || this.command == null || link == null) {
			return false;
		}
		this.withSource = true;
		this.encoded = EncodedCommand.of(CommandCodec.encode(this.command, true, link.votingMillis()));
		return true;
	}

}
