package dev.redlock.drill.client;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.ReleaseOutcome;
import dev.redlock.drill.history.Possession;

/**
 * The time between an acquire and the release.
 */
final class Visit {

	private static final Duration LOOK = Duration.ofMillis(1);

	private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

	private static final Duration LAST_HOLD = Duration.ofMillis(50);

	private final Errand errand;

	private final Lease lease;

	private final Setting setting;

	private final Random random;

	private final long asked;

	private final long from = System.nanoTime();

	private long until;

	private boolean held;

	private @Nullable Long invalidSince;

	/**
	 * Begins with a lease that was just acquired.
	 * @param errand for what
	 * @param lease the lease
	 * @param asked when it was asked for
	 * @param setting what the visitor keeps to
	 * @param random decides
	 */
	Visit(Errand errand, Lease lease, long asked, Setting setting, Random random) {
		this.errand = errand;
		this.lease = lease;
		this.asked = asked;
		this.setting = setting;
		this.random = random;
	}

	/**
	 * Holds the lease for as long as it is needed and valid.
	 */
	void hold() {
		Duration extendAfter = this.errand.extendAfter();
		while (true) {
			// Read before the lease is asked, since everything may stand still in
			// between.
			long now = System.nanoTime();
			if (!claims(now)) {
				return;
			}
			this.until = now;
			this.held = true;
			Duration held = Duration.ofNanos(now - this.from);
			if (held.compareTo(this.setting.leaving().getAsBoolean() ? LAST_HOLD : this.errand.hold()) >= 0) {
				return;
			}
			if (!extendAfter.isZero() && held.compareTo(extendAfter) >= 0) {
				extendAfter = Duration.ZERO;
				this.lease.extend(Errand.ttl(this.random, this.setting.maxTtl()));
			}
			LockSupport.parkNanos(LOOK.toNanos());
		}
	}

	private boolean claims(long now) {
		if (this.lease.isValid()) {
			return true;
		}
		if (this.invalidSince == null) {
			this.invalidSince = now;
		}
		return now - this.invalidSince < this.setting.overstay().toNanos();
	}

	/**
	 * Releases the lease.
	 * @param possessions get what was held
	 * @throws Exception if that is not known after a long time
	 */
	void leave(Consumer<Possession> possessions) throws Exception {
		long keptUntil = this.until;
		try {
			if (release() == ReleaseOutcome.RELEASED && this.lease.loss().isEmpty()) {
				Duration atLeast = this.errand.request().holdAtLeast();
				keptUntil = (atLeast != null) ? Math.max(this.until, this.asked + atLeast.toNanos()) : this.until;
			}
		}
		finally {
			if (this.held) {
				tell(keptUntil, possessions);
			}
		}
	}

	private ReleaseOutcome release() throws Exception {
		if (this.random.nextInt(10) > 0) {
			return this.lease.release();
		}
		CompletableFuture<ReleaseOutcome> outcome = this.lease.releaseAsync().toCompletableFuture();
		return outcome.get(LONGEST_ANSWER.toMillis(), TimeUnit.MILLISECONDS);
	}

	private void tell(long keptUntil, Consumer<Possession> possessions) {
		Long fencingToken = this.lease.fencingToken().isPresent() ? this.lease.fencingToken().getAsLong() : null;
		String holder = this.setting.client() + "-" + Long.toHexString(this.from) + "-"
				+ Thread.currentThread().getName();
		for (String resource : this.lease.resources()) {
			possessions
				.accept(new Possession(resource, holder, this.asked, this.from, this.until, fencingToken, keptUntil));
		}
	}

	/**
	 * What visitors keep to.
	 *
	 * @param client the name of this client
	 * @param maxTtl the longest ttl that may be asked for
	 * @param overstay for how long a lease is claimed after it is not valid any more;
	 * zero unless the drill is to find something
	 * @param leaving whether the drill is over
	 */
	record Setting(String client, Duration maxTtl, Duration overstay, BooleanSupplier leaving) {
	}

}
