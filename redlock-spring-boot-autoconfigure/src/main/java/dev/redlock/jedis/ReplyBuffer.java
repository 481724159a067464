package dev.redlock.jedis;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Keeps what a server has sent. As a stream it has whole replies only, so that reading
 * one of them never blocks.
 */
final class ReplyBuffer extends InputStream {

	private static final int USUAL = 1024;

	/** What arrives at once fits, with what is left of a reply before. */
	private static final int MOST_KEPT = 128 * 1024;

	private final ReplyFrames frames = new ReplyFrames();

	private byte[] bytes = new byte[USUAL];

	private int taken;

	private int whole;

	private int filled;

	/**
	 * Adds what has arrived.
	 * @param more the bytes that follow
	 * @return how many replies have become whole by them
	 */
	int add(ByteBuffer more) {
		int from = makeRoom(more.remaining());
		this.filled = from + more.remaining();
		more.get(this.bytes, from, more.remaining());
		int replies = 0;
		while ((from = this.frames.end(this.bytes, from, this.filled)) != -1) {
			this.whole = from;
			replies++;
		}
		return replies;
	}

	private int makeRoom(int length) {
		int kept = this.filled - this.taken;
		if (this.taken > 0) {
			System.arraycopy(this.bytes, this.taken, this.bytes, 0, kept);
			this.whole -= this.taken;
			this.taken = 0;
		}
		if (kept == 0 && this.bytes.length > MOST_KEPT) {
			this.bytes = new byte[USUAL];
		}
		if (kept + length > this.bytes.length) {
			this.bytes = Arrays.copyOf(this.bytes, Math.max(kept + length, 2 * this.bytes.length));
		}
		return kept;
	}

	@Override
	public int read() {
		return (this.taken < this.whole) ? this.bytes[this.taken++] & 0xff : -1;
	}

	@Override
	public int read(byte[] target, int offset, int length) {
		int count = Math.min(length, this.whole - this.taken);
		if (count == 0) {
			return -1;
		}
		System.arraycopy(this.bytes, this.taken, target, offset, count);
		this.taken += count;
		return count;
	}

	/**
	 * Returns how many bytes of memory it takes.
	 */
	int capacity() {
		return this.bytes.length;
	}

	@Override
	public int available() {
		return this.whole - this.taken;
	}

}
