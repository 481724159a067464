package dev.redlock.quorum;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Keys that are watched for a caller who does not stand in their lines. The lines of this
 * process let it in now and then, as they do other processes.
 */
final class OutOfLineWatch {

	private final List<String> keys;

	private final LocalQueues queues;

	private final Runnable wake;

	private final List<QuorumWatch> watches;

	private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

	/**
	 * Creates the watch.
	 * @param keys the keys
	 * @param queues the queues of this process
	 * @param wake run when one of the keys is released, or was and nobody was told, and
	 * the caller is one of the first to want it
	 */
	OutOfLineWatch(List<String> keys, LocalQueues queues, Runnable wake) {
		this.keys = keys;
		this.queues = queues;
		this.wake = wake;
		this.watches = keys.stream().map((key) -> queues.newWatch(key, (release) -> released(key))).toList();
	}

	private void released(String key) {
		if (this.queues.outsiders().isTold(key, this.wake)) {
			this.wake.run();
		}
	}

	void askedInVain() {
		this.queues.outsiders().askedInVain(this.keys, this.wake);
	}

	/**
	 * Returns how many times as long as usual the caller pauses between its attempts.
	 */
	int pauses() {
		return this.queues.outsiders().pauses(this.keys, this.wake);
	}

	void start() {
		try {
			this.queues.outsiders().add(this.keys, this.wake);
			this.watches.forEach(QuorumWatch::start);
		}
		finally {
			if (!this.state.compareAndSet(State.NEW, State.STARTED)) {
				end();
			}
		}
	}

	/**
	 * Ends the watch, also if it is just being started.
	 */
	void close() {
		if (this.state.getAndSet(State.CLOSED) == State.STARTED) {
			end();
		}
	}

	private void end() {
		try {
			this.queues.outsiders().remove(this.keys, this.wake);
		}
		finally {
			this.watches.forEach(QuorumWatch::close);
		}
	}

	private enum State {

		NEW, STARTED, CLOSED

	}

}
