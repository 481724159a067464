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

	private final List<QuorumWatch> watches;

	private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

	/**
	 * Creates the watch.
	 * @param keys the keys
	 * @param queues the queues of this process
	 * @param onRelease run when one of the keys is released
	 */
	OutOfLineWatch(List<String> keys, LocalQueues queues, Runnable onRelease) {
		this.keys = keys;
		this.queues = queues;
		this.watches = keys.stream().map((key) -> queues.newWatch(key, (release) -> onRelease.run())).toList();
	}

	void start() {
		try {
			this.queues.outsiders().add(this.keys);
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
		this.queues.outsiders().remove(this.keys);
		this.watches.forEach(QuorumWatch::close);
	}

	private enum State {

		NEW, STARTED, CLOSED

	}

}
