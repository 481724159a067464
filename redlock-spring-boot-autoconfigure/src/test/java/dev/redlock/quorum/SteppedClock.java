package dev.redlock.quorum;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * A clock at some reading of which another thread gets something done.
 */
final class SteppedClock implements MonotonicClock {

	private final VirtualTime time;

	private final AtomicReference<@Nullable Runnable> step = new AtomicReference<>();

	private int readings;

	SteppedClock(VirtualTime time) {
		this.time = time;
	}

	/**
	 * Has something done.
	 * @param readings how many readings from now on
	 * @param step what to do, as if on another thread
	 */
	void atReading(int readings, Runnable step) {
		this.readings = readings;
		this.step.set(step);
	}

	/**
	 * Forgets what was not done.
	 * @return whether it was done
	 */
	boolean stop() {
		return this.step.getAndSet(null) == null;
	}

	@Override
	public long nanos() {
		long now = this.time.nanos();
		if (this.step.get() != null && --this.readings == 0) {
			Runnable step = this.step.getAndSet(null);
			if (step != null) {
				step.run();
			}
		}
		return now;
	}

	QuorumRedlock redlock(Cluster cluster) {
		return new QuorumRedlock(cluster.nodes(), Cluster.defaults(), this, cluster.time(), Runnable::run, List.of());
	}

}
