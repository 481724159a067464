package dev.redlock.aop;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.Lease;

/**
 * Who is to be told at once when a lease is lost, for as long as they want it. A lease
 * itself forgets nobody before it ends ({@link Lease#lost()}), and may be held for days.
 * Thread-safe.
 */
final class LossWatch {

	private static final Logger logger = LoggerFactory.getLogger(LossWatch.class);

	private final Set<Runnable> watchers = ConcurrentHashMap.newKeySet();

	private volatile boolean lost;

	/**
	 * Adds who is to be told; now, if the lease is lost already.
	 */
	void add(Runnable watcher) {
		this.watchers.add(watcher);
		if (this.lost) {
			tell(watcher);
		}
	}

	/**
	 * Removes who need not be told any more.
	 */
	void remove(Runnable watcher) {
		this.watchers.remove(watcher);
	}

	/**
	 * The lease is lost.
	 */
	void lost() {
		this.lost = true;
		this.watchers.forEach(this::tell);
	}

	private void tell(Runnable watcher) {
		if (!this.watchers.remove(watcher)) {
			return;
		}
		try {
			watcher.run();
		}
		catch (RuntimeException | Error ex) {
			// The others want to know, too.
			logger.error("Work could not be ended although its lease is lost", ex);
		}
	}

}
