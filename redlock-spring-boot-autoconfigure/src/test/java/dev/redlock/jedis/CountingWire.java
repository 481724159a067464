package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

/**
 * A wire that leads nowhere and counts the commands of each flush.
 */
class CountingWire implements Wire {

	private final List<Integer> batches = new CopyOnWriteArrayList<>();

	private final List<EncodedCommand> written = new ArrayList<>();

	private volatile List<EncodedCommand> last = List.of();

	private @Nullable Error failure;

	private volatile boolean handingOut;

	private int closes;

	List<Integer> batches() {
		return this.batches;
	}

	void handOut(boolean handingOut) {
		this.handingOut = handingOut;
	}

	/**
	 * Returns what the last flush sent.
	 */
	List<EncodedCommand> last() {
		return this.last;
	}

	void fail(Error failure) {
		this.failure = failure;
	}

	@Override
	public void start(ReplyReceiver receiver) {
	}

	@Override
	public boolean isPauseDue() {
		return this.handingOut;
	}

	@Override
	public void write(EncodedCommand command) {
		if (this.failure != null) {
			throw this.failure;
		}
		this.written.add(command);
	}

	@Override
	public void flush() {
		this.last = List.copyOf(this.written);
		this.batches.add(this.last.size());
		this.written.clear();
	}

	@Override
	public void close(@Nullable Throwable cause) {
		this.closes++;
	}

	int closes() {
		return this.closes;
	}

}
