package dev.redlock.drill.client;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;

/**
 * Somebody who takes one lock after the other.
 */
final class LockUser implements Runnable {

	private static final Duration LONGEST_REST = Duration.ofMillis(10);

	private final Redlock redlock;

	private final Visit.Setting setting;

	private final Random random;

	private final Manner.Moments moments;

	private final Output output;

	LockUser(Redlock redlock, Visit.Setting setting, Random random, ScheduledExecutorService timer, Output output) {
		this.redlock = redlock;
		this.setting = setting;
		this.random = random;
		this.moments = new Manner.Moments(random, timer);
		this.output = output;
	}

	@Override
	public void run() {
		while (!this.setting.leaving().getAsBoolean()) {
			Errand errand = errand();
			try {
				run(errand);
			}
			catch (LockHeldException | QuorumUnavailableException | InterruptedException | CancellationException ex) {
				// What the drill is about; it sees who gets the locks.
			}
			catch (Exception | Error ex) {
				complain(errand, ex);
			}
			LockSupport.parkNanos((long) (LONGEST_REST.toNanos() * this.random.nextDouble()));
		}
	}

	private Errand errand() {
		Errand errand = Errand.random(this.random, this.setting.maxTtl());
		return this.setting.overstay().isZero() ? errand : errand.overstayed(this.setting.overstay());
	}

	private void run(Errand errand) throws Exception {
		long asked = System.nanoTime();
		Lease lease = errand.manner().acquire(this.redlock, errand.request(), this.moments);
		Visit visit = new Visit(errand, lease, asked, this.setting, this.random);
		try {
			visit.hold();
		}
		finally {
			visit.leave(this.output::possession);
		}
	}

	private void complain(Errand errand, Throwable ex) {
		StringWriter stack = new StringWriter();
		ex.printStackTrace(new PrintWriter(stack));
		this.output.complaint(errand.manner() + " " + errand.request() + ": " + stack);
	}

}
