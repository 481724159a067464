package dev.redlock.jedis;

import java.util.function.BiConsumer;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisBusyException;

/**
 * What a subscriber and one server say to each other. Whatever goes wrong with that ends
 * the connection and nothing else. One thread at a time may speak.
 */
final class SubscribedWire implements ReplyReceiver {

	private final Wire wire;

	private final Consumer<@Nullable ReleaseMessage> heard;

	private final BiConsumer<SubscribedWire, @Nullable Throwable> ended;

	private volatile boolean refused;

	/**
	 * Creates a connection that is not used yet.
	 * @param wire the connection
	 * @param heard told whatever the server says, {@code null} for what is no message
	 * @param ended told the end of the connection, and why, if it is known
	 */
	SubscribedWire(Wire wire, Consumer<@Nullable ReleaseMessage> heard,
			BiConsumer<SubscribedWire, @Nullable Throwable> ended) {
		this.wire = wire;
		this.heard = heard;
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
			this.refused = true;
		}
		this.heard.accept(ReleaseMessage.of(reply));
	}

	/**
	 * Returns whether the server has refused something since it was busy. Nobody knows
	 * what: another connection has to begin anew.
	 */
	boolean isRefused() {
		return this.refused;
	}

	@Override
	public boolean isListening() {
		return true;
	}

	@Override
	public void onEnd(@Nullable Throwable cause) {
		this.ended.accept(this, cause);
	}

	void subscribe(String key) {
		// Both or none, since a server that allows only the second would never speak.
		send(Command.SUBSCRIBE, ReleaseMessage.ANY_CHANNEL, ReleaseMessage.channel(key));
	}

	void unsubscribe(String key, boolean last) {
		if (last) {
			send(Command.UNSUBSCRIBE, ReleaseMessage.ANY_CHANNEL, ReleaseMessage.channel(key));
		}
		else {
			send(Command.UNSUBSCRIBE, ReleaseMessage.channel(key));
		}
	}

	void ping() {
		send(EncodedCommand.PING);
	}

	void close() {
		this.wire.close(null);
	}

	private void send(Command command, String... channels) {
		CommandArguments arguments = new CommandArguments(command);
		for (String channel : channels) {
			arguments.add(channel);
		}
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
