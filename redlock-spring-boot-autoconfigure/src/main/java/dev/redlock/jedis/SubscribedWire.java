package dev.redlock.jedis;

import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisBusyException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What a subscriber and one server say to each other. Whatever goes wrong with that ends
 * the connection and nothing else. One thread at a time may speak.
 */
final class SubscribedWire implements ReplyReceiver {

	/**
	 * What an operator has to mend is tried again after a minute.
	 */
	private static final int LOOKS_AFTER_REFUSAL = 12;

	private static final int ENDLESS = -1;

	private final Wire wire;

	private final Consumer<@Nullable ReleaseMessage> heard;

	private final BiConsumer<SubscribedWire, @Nullable Throwable> ended;

	private final Consumer<JedisDataException> refusals;

	/** Of looks, after each of which the subscriber asks once more. */
	private volatile int looksLeft = ENDLESS;

	/**
	 * Creates a connection that is not used yet.
	 * @param wire the connection
	 * @param heard told whatever the server says, {@code null} for what is no message
	 * @param refusals told what the server says instead of doing something, unless it is
	 * only busy, or can't write for now, when it does not even answer a ping
	 * @param ended told the end of the connection, and why, if it is known
	 */
	SubscribedWire(Wire wire, Consumer<@Nullable ReleaseMessage> heard, Consumer<JedisDataException> refusals,
			BiConsumer<SubscribedWire, @Nullable Throwable> ended) {
		this.wire = wire;
		this.heard = heard;
		this.refusals = refusals;
		this.ended = ended;
	}

	/**
	 * Starts to listen; called once.
	 */
	void start() {
		this.wire.start(this);
	}

	@Override
	public void onReply(@Nullable Object reply) {
		if (reply instanceof JedisBusyException) {
			this.looksLeft = 0;
		}
		else if (reply instanceof JedisDataException refusal && !ErrorReplies.isMomentary(refusal)) {
			if (this.looksLeft == ENDLESS) {
				this.looksLeft = LOOKS_AFTER_REFUSAL;
			}
			this.refusals.accept(refusal);
		}
		this.heard.accept(ReleaseMessage.of(reply));
	}

	/**
	 * Called at each look at the connection. The server may have refused something, and
	 * nobody knows what: another connection has to begin anew, at once if the server was
	 * only busy.
	 * @return whether that is due
	 */
	boolean hasServed() {
		int left = this.looksLeft;
		if (left > 0) {
			this.looksLeft = left - 1;
		}
		return left == 0;
	}

	@Override
	public boolean isListening() {
		return true;
	}

	@Override
	public void onEnd(@Nullable Throwable cause) {
		this.ended.accept(this, cause);
	}

	void subscribe(Collection<String> keys) {
		// Both or none, since a server that allows only the second would never speak.
		send(Command.SUBSCRIBE,
				Stream.concat(Stream.of(ReleaseMessage.ANY_CHANNEL), keys.stream().map(ReleaseMessage::channel)));
	}

	void unsubscribe(String key, boolean last) {
		Stream<String> channel = Stream.of(ReleaseMessage.channel(key));
		send(Command.UNSUBSCRIBE, last ? Stream.concat(Stream.of(ReleaseMessage.ANY_CHANNEL), channel) : channel);
	}

	void ping() {
		send(EncodedCommand.PING);
	}

	void close() {
		this.wire.close(null);
	}

	private void send(Command command, Stream<String> channels) {
		CommandArguments arguments = new CommandArguments(command);
		channels.forEach(arguments::add);
		send(EncodedCommand.of(arguments));
	}

	private void send(EncodedCommand command) {
		try {
			this.wire.write(command);
			this.wire.flush();
		}
		catch (RuntimeException | Error ex) {
			// Half a command may have been written.
			this.wire.close(ex);
		}
	}

}
