package dev.redlock.jedis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.RedisInputStream;
import redis.clients.jedis.util.RedisOutputStream;

import dev.redlock.node.AwakeSender;

/**
 * A connection that shares the thread of a read loop. Jedis writes the commands and reads
 * the replies, neither of which blocks.
 */
final class ChannelWire implements Wire {

	private static final Logger logger = LoggerFactory.getLogger(ChannelWire.class);

	/** How a message begins that answers no command (RESP3). */
	private static final byte PUSH = '>';

	private final SocketChannel channel;

	private final ReadLoop loop;

	private final ReplyBuffer replies = new ReplyBuffer();

	private final RedisInputStream in = new RedisInputStream(this.replies);

	private final ChannelOutput output;

	private final RedisOutputStream out;

	private volatile @Nullable SelectionKey key;

	private final AtomicReference<@Nullable ReplyReceiver> receiver = new AtomicReference<>();

	private final AtomicReference<@Nullable Throwable> cause = new AtomicReference<>();

	/** Why a reply may be lost, so that the next ones would go astray. */
	private @Nullable Throwable astray;

	/**
	 * Creates a wire.
	 * @param channel a connection on which no reply is under way
	 * @param loop reads from it
	 */
	ChannelWire(SocketChannel channel, ReadLoop loop) throws IOException {
		this.channel = channel;
		this.loop = loop;
		this.output = new ChannelOutput(channel, this::awaitRoom);
		this.out = new RedisOutputStream(this.output);
		channel.configureBlocking(false);
	}

	@Override
	public void start(ReplyReceiver receiver) {
		this.loop.execute(() -> {
			this.receiver.set(receiver);
			if (receiver.isListening()) {
				this.loop.addListening(1);
			}
			try {
				this.key = this.loop.register(this.channel, this);
				awaitRoom();
			}
			catch (Throwable ex) {
				end(ex);
			}
		});
	}

	@Override
	public void write(EncodedCommand command) {
		try {
			command.writeTo(this.out);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void flush() {
		try {
			this.out.flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Has the loop flush the backlog. If there is none after all, it finds out.
	 */
	private void awaitRoom() {
		SelectionKey key = this.key;
		if (key != null) {
			key.interestOpsOr(SelectionKey.OP_WRITE);
			this.loop.wakeup();
		}
	}

	/**
	 * Called by the loop when the channel has something to read or room to write.
	 * @param key the key of the channel
	 * @param buffer for use during the call
	 */
	void serve(SelectionKey key, ByteBuffer buffer) {
		try {
			if (key.isWritable()) {
				this.output.flushBacklog(() -> key.interestOps(SelectionKey.OP_READ));
			}
			if (key.isReadable()) {
				if (this.astray == null) {
					receive(buffer);
				}
				else {
					end(this.astray);
				}
			}
		}
		catch (Throwable ex) {
			// The other connections of the loop have nothing to do with it.
			end(ex);
		}
	}

	@Override
	public boolean poll() {
		return this.loop.poll(this);
	}

	@Override
	public void handOver() {
		this.loop.callBack();
	}

	/**
	 * Called by a caller that has the role of the reader.
	 * @param buffer for use during the call
	 */
	void poll(ByteBuffer buffer) {
		if (this.astray != null) {
			return;
		}
		try {
			receive(buffer);
		}
		catch (Throwable ex) {
			// First, and with no call: the stack of the caller may be exhausted, and what
			// it could not handle must end the connection all the same.
			this.astray = ex;
			this.loop.execute(() -> end(ex));
		}
	}

	private void receive(ByteBuffer buffer) throws IOException {
		ReplyReceiver receiver = this.receiver.get();
		if (receiver == null) {
			return;
		}
		int length = this.channel.read(buffer.clear());
		if (length < 0) {
			throw new JedisConnectionException("Unexpected end of stream.");
		}
		if (length == 0) {
			return;
		}
		this.loop.beginHandingOut();
		receiver.onArrival();
		for (int count = this.replies.add(buffer.flip()); count > 0; count--) {
			boolean push = this.in.peek(PUSH);
			Object reply = read();
			// What the server says unasked must not be taken for an answer.
			if (!push || receiver.isListening()) {
				receiver.onReply(reply);
			}
		}
		if (!this.loop.pauses().leave()) {
			receiver.onPause();
		}
	}

	@Override
	public boolean isPauseDue() {
		// A connection that the loop does not know yet is told of no pause.
		return this.key != null && this.loop.pauses().isDue();
	}

	@Override
	public void senderWoken() {
		this.loop.pauses().senderWoken();
	}

	@Override
	public AwakeSender stayAwake() {
		return this.loop.pauses().stayAwake();
	}

	/**
	 * Returns for how long the server has not answered the oldest command.
	 */
	long silentNanos() {
		ReplyReceiver receiver = this.receiver.get();
		return (receiver != null) ? receiver.silentNanos() : 0;
	}

	/**
	 * Called when all replies are handed out, maybe by a caller in the place of the loop,
	 * which may be reading again.
	 */
	void pause() {
		ReplyReceiver receiver = this.receiver.get();
		if (receiver != null) {
			try {
				receiver.onPause();
			}
			catch (Throwable ex) {
				close(ex);
			}
		}
	}

	/**
	 * Reads the next reply. Jedis 8 has put another method in the place of this one,
	 * which Jedis 7 lacks; other than that of a connection, this one leaves out no push
	 * message.
	 */
	@SuppressWarnings("deprecation")
	private @Nullable Object read() {
		try {
			return Protocol.read(this.in);
		}
		catch (JedisDataException ex) {
			return ex;
		}
	}

	@Override
	public void close(@Nullable Throwable cause) {
		this.cause.compareAndSet(null, cause);
		disconnect();
		this.loop.execute(() -> end(null));
	}

	/**
	 * Ends the connection; called by whoever reads.
	 * @param failure what failed, unless the connection was closed on purpose
	 */
	void end(@Nullable Throwable failure) {
		// Before whoever writes finds the channel closed, which would tell nobody why.
		this.cause.compareAndSet(null, failure);
		disconnect();
		ReplyReceiver receiver = this.receiver.getAndSet(null);
		Throwable cause = this.cause.get();
		try {
			if (receiver != null) {
				if (receiver.isListening()) {
					this.loop.addListening(-1);
				}
				receiver.onEnd(cause);
			}
		}
		catch (Throwable ex) {
			Failures.report(logger, "The end of a connection could not be handled", ex);
		}
	}

	private void disconnect() {
		try {
			this.channel.close();
		}
		catch (IOException ex) {
			logger.debug("A connection did not close", ex);
		}
	}

}
