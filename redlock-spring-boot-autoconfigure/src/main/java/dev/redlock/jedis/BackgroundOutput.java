package dev.redlock.jedis;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Keeps what is to be written to a stream that may block, in order, for the one thread
 * that waits for it: whoever writes here never does. Thread-safe.
 */
final class BackgroundOutput {

	private final OutputStream out;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private ByteArrayOutputStream kept = new ByteArrayOutputStream();

	private boolean flushed;

	private boolean closed;

	/**
	 * Creates an output.
	 * @param out the stream, which may block
	 */
	BackgroundOutput(OutputStream out) {
		this.out = out;
	}

	/**
	 * Keeps bytes until the next flush.
	 * @param bytes the bytes
	 * @throws JedisConnectionException if the output was closed
	 */
	void write(byte[] bytes) {
		this.lock.lock();
		try {
			refuseIfClosed();
			this.kept.writeBytes(bytes);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Has everything written that is kept so far.
	 * @throws JedisConnectionException if the output was closed
	 */
	void flush() {
		this.lock.lock();
		try {
			refuseIfClosed();
			this.flushed = true;
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void refuseIfClosed() {
		if (this.closed) {
			throw new JedisConnectionException("The connection was closed");
		}
	}

	/**
	 * Writes whatever is flushed until the output is closed; called by one thread.
	 */
	void run() throws IOException, InterruptedException {
		ByteArrayOutputStream next = next();
		while (next != null) {
			next.writeTo(this.out);
			this.out.flush();
			next = next();
		}
	}

	private @Nullable ByteArrayOutputStream next() throws InterruptedException {
		this.lock.lock();
		try {
			while (!this.flushed && !this.closed) {
				this.changed.await();
			}
			ByteArrayOutputStream next = this.kept;
			this.kept = new ByteArrayOutputStream();
			this.flushed = false;
			return this.closed ? null : next;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Drops what is kept and refuses all that follows. Does not end a write of the stream
	 * that is under way.
	 */
	void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

}
