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

	private volatile boolean granted;

	/**
	 * Creates the watch.
	 * @param keys the keys
	 * @param queues the queues of this process
	 * @param wake run when one of the keys is released, and the caller is to ask for them
	 */
	OutOfLineWatch(List<String> keys, LocalQueues queues, Runnable wake) {
		this.keys = keys;
		this.queues = queues;
		this.wake = wake;
		this.watches = keys.stream().map((key) -> queues.newWatch(key, (release) -> released(key, release))).toList();
	}

	private void released(String key, String release) {
		if (this.queues.outsiders().released(key, release, this.wake)) {
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
	 * @param granted whether the caller got the keys
	 */
	void close(boolean granted) {
		this.granted = granted;
		if (this.state.getAndSet(State.CLOSED) == State.STARTED) {
			end();
		}
	}

	private void end() {
		try {
			this.queues.outsiders().remove(this.keys, this.wake, this.granted);
		}
		finally {
			this.watches.forEach(QuorumWatch::close);
		}
	}

	private enum State {

		NEW, STARTED, CLOSED

	}

}
