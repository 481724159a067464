package dev.redlock.jedis;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a lane connect anew when its link has ended, one thread at a time. That a link has
 * ended is told once: what fails then, such as for want of memory, is made up for later.
 */
final class Reconnection {

	private static final Logger logger = LoggerFactory.getLogger(Reconnection.class);

	private final Background background;

	private final LaneCycle lane;

	private final ReentrantLock lock = new ReentrantLock();

	private final AtomicBoolean connecting = new AtomicBoolean();

	private volatile @Nullable Link ended;

	private volatile @Nullable Throwable cause;

	Reconnection(Background background, LaneCycle lane) {
		this.background = background;
		this.lane = lane;
	}

	/**
	 * Connects in the background, unless that is being done or was just done.
	 */
	void begin() {
		while (this.lane.isOpen() && !this.lane.isLinked() && this.connecting.compareAndSet(false, true)) {
			if (!this.lane.isLinked()) {
				run();
				return;
			}
			// That link may have ended in between.
			over();
		}
	}

	private void run() {
		try {
			this.background.run(this::connect);
		}
		catch (Throwable ex) {
			over();
			throw ex;
		}
	}

	private void connect() {
		Link link = null;
		while (link == null && this.lane.isOpen()) {
			try {
				link = this.lane.newLink();
			}
			catch (Throwable ex) {
				// Whatever it is, a lane that gave up would never come back.
				Failures.report(logger, "A lane failed and starts anew", ex);
			}
		}
		if (link != null) {
			this.lane.serve(link);
		}
		else {
			over();
		}
	}

	/**
	 * Nobody connects any more.
	 */
	void over() {
		this.connecting.set(false);
	}

	/**
	 * Connects anew since a link has ended.
	 */
	void after(Link link, @Nullable Throwable cause) {
		// None of these needs memory.
		this.cause = cause;
		this.ended = link;
		this.lock.lock();
		goOn();
	}

	/**
	 * Makes up for what has failed.
	 */
	void makeUp() {
		boolean undone = this.ended != null || !(this.lane.isLinked() || this.connecting.get());
		if (undone && this.lock.tryLock()) {
			goOn();
		}
	}

	private void goOn() {
		try {
			Link link = this.ended;
			if (link != null) {
				this.lane.partWith(link, this.cause);
				if (this.ended == link) {
					// Otherwise another one has ended meanwhile.
					this.ended = null;
				}
			}
		}
		finally {
			this.lock.unlock();
		}
		begin();
	}

}
