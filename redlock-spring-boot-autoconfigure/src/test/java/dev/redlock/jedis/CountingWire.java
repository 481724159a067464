package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A wire that leads nowhere and counts the commands of each flush.
 */
final class CountingWire implements Wire {

	private final List<Integer> batches = new ArrayList<>();

	private int written;

	private boolean handingOut;

	List<Integer> batches() {
		return this.batches;
	}

	void handOut(boolean handingOut) {
		this.handingOut = handingOut;
	}

	@Override
	public void start(ReplyReceiver receiver) {
	}

	@Override
	public boolean isHandingOut() {
		return this.handingOut;
	}

	@Override
	public void write(EncodedCommand command) {
		this.written++;
	}

	@Override
	public void flush() {
		this.batches.add(this.written);
		this.written = 0;
	}

	@Override
	public void close(@Nullable Throwable cause) {
	}

}
