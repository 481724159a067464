package dev.redlock.jedis;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes to a channel without ever waiting for the server to read: what the channel does
 * not take is kept in order, until the read loop finds room for it.
 */
final class ChannelOutput extends OutputStream {

	private final WritableByteChannel channel;

	private final Runnable onBacklog;

	private final ReentrantLock lock = new ReentrantLock();

	/** What the channel has not taken yet; its position is where more is added. */
	private ByteBuffer backlog = ByteBuffer.allocate(0);

	private boolean failed;

	/**
	 * Creates an output.
	 * @param channel a channel that does not block
	 * @param onBacklog run when {@link #flushBacklog} must be called as soon as the
	 * channel has room
	 */
	ChannelOutput(WritableByteChannel channel, Runnable onBacklog) {
		this.channel = channel;
		this.onBacklog = onBacklog;
	}

	@Override
	public void write(int value) throws IOException {
		write(new byte[] { (byte) value }, 0, 1);
	}

	@Override
	public void write(byte[] bytes, int offset, int length) throws IOException {
		ByteBuffer data = ByteBuffer.wrap(bytes, offset, length);
		this.lock.lock();
		try {
			if (this.failed) {
				throw new IOException("The connection has failed");
			}
			if (hasBacklog() && this.channel.isOpen()) {
				keep(data);
				return;
			}
			this.channel.write(data);
			if (data.hasRemaining()) {
				keep(data);
				this.onBacklog.run();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void keep(ByteBuffer data) {
		if (this.backlog.remaining() < data.remaining()) {
			int size = Math.max(this.backlog.position() + data.remaining(), 2 * this.backlog.capacity());
			this.backlog = ByteBuffer.allocate(size).put(this.backlog.flip());
		}
		this.backlog.put(data);
	}

	/**
	 * Writes as much of the backlog as the channel takes.
	 * @param onEmpty run if nothing is left, before more can be written
	 */
	void flushBacklog(Runnable onEmpty) throws IOException {
		this.lock.lock();
		try {
			writeBacklog();
			if (!hasBacklog()) {
				this.backlog = ByteBuffer.allocate(0);
				onEmpty.run();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void writeBacklog() throws IOException {
		// Nothing may follow the part of a command that was written before a failure.
		this.failed = true;
		this.channel.write(this.backlog.flip());
		this.backlog.compact();
		this.failed = false;
	}

	private boolean hasBacklog() {
		return this.backlog.position() > 0;
	}

}
