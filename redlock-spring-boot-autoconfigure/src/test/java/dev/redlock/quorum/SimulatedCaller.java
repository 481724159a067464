package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LockRequest;

/**
 * A thread of a simulated process, which locks and unlocks at random.
 */
final class SimulatedCaller {

	private static final String[][] RESOURCES = { { "a" }, { "a" }, { "a" }, { "b" }, { "a", "b" } };

	private static final int SHORTEST_TTL_MILLIS = 50;

	/** So short that it may be over before a quorum has answered. */
	private static final int SHORTEST_EXTENSION_MILLIS = 5;

	private static final Duration LONG_WAIT = Duration.ofSeconds(1);

	private final Engine engine;

	private final VirtualTime time;

	private final Random random;

	private final Checker checker;

	private final List<QuorumLease> leases = new ArrayList<>();

	private @Nullable Acquisition acquisition;

	private @Nullable QuorumLease lease;

	private Duration deadline = Duration.ZERO;

	SimulatedCaller(Engine engine, VirtualTime time, Random random, Checker checker) {
		this.engine = engine;
		this.time = time;
		this.random = random;
		this.checker = checker;
	}

	/**
	 * Does what the thread does next.
	 */
	void turn() {
		if (this.acquisition != null) {
			if (this.random.nextInt(6) == 0) {
				cancel(this.acquisition);
			}
		}
		else if (this.lease == null) {
			acquire();
		}
		else if (!this.lease.isValid()) {
			this.lease = null;
		}
		else {
			use(this.lease);
		}
	}

	private void use(QuorumLease held) {
		switch (this.random.nextInt(6)) {
			case 0, 1, 2 -> {
				held.releaseAsync();
				this.lease = null;
			}
			case 3 -> held.holding().extensions().extend(randomTtl(SHORTEST_EXTENSION_MILLIS).toNanos());
			case 4 -> {
				this.lease = null;
			}
			default -> {
			}
		}
	}

	private Duration randomTtl(int shortestMillis) {
		int longest = (int) SimulatedClient.MAX_TTL.toMillis();
		return Duration.ofMillis(shortestMillis + this.random.nextInt(longest - shortestMillis + 1));
	}

	private void acquire() {
		Duration wait = (this.random.nextInt(4) == 0) ? Duration.ZERO : Duration.ofMillis(1 + this.random.nextInt(200));
		LockRequest request = LockRequest.of(RESOURCES[this.random.nextInt(RESOURCES.length)])
			.withTtl(randomTtl(SHORTEST_TTL_MILLIS))
			.withWaitTime(wait)
			.withAutoExtend(this.random.nextBoolean());
		request = (this.random.nextInt(4) > 0) ? request.withFencing() : request;
		// One attempt: a round and at most one more for the fencing token.
		Duration longest = wait.isZero() ? ScriptedNode.NODE_TIMEOUT.multipliedBy(request.fencing() ? 2 : 1) : wait;
		this.deadline = this.time.elapsed().plus(longest);
		Acquisition started = new Acquisition(this.engine, Terms.of(request, this.engine.settings()));
		this.acquisition = started;
		started.start().whenComplete((granted, ex) -> ended(started, granted));
		started.expireOnTime();
	}

	private void ended(Acquisition ended, @Nullable QuorumLease granted) {
		if (this.acquisition == ended) {
			this.acquisition = null;
		}
		if (granted != null) {
			this.leases.add(granted);
			this.checker.granted(granted);
			this.lease = granted;
		}
	}

	private void cancel(Acquisition running) {
		running.giveUp();
		this.acquisition = null;
	}

	/**
	 * Checks that the acquire under way has not taken too long.
	 */
	void checkDeadline() {
		if (this.acquisition != null && this.time.elapsed().compareTo(this.deadline) > 0) {
			this.checker.violated("an acquire did not end in time");
			this.acquisition = null;
		}
	}

	/**
	 * Gives up the acquire under way.
	 */
	void giveUp() {
		if (this.acquisition != null) {
			cancel(this.acquisition);
		}
	}

	void releaseAll() {
		List.copyOf(this.leases).forEach(Lease::releaseAsync);
	}

	/**
	 * Wants two locks once more, for a moment, and must get them unless it gives up: all
	 * faults are over.
	 */
	void lockForAMoment() {
		for (String[] resources : List.of(RESOURCES[0], RESOURCES[this.random.nextInt(RESOURCES.length)])) {
			LockRequest request = LockRequest.of(resources)
				.withTtl(SimulatedClient.MAX_TTL)
				.withWaitTime(LONG_WAIT)
				.withAutoExtend(false);
			Acquisition started = new Acquisition(this.engine, Terms.of(request, this.engine.settings()));
			started.start().whenComplete(this::locked);
			started.expireOnTime();
			if (this.random.nextInt(3) == 0) {
				this.time.after(this.random.nextInt(1_000_000), started::giveUp);
			}
		}
	}

	private void locked(@Nullable QuorumLease granted, @Nullable Throwable failure) {
		if (granted != null) {
			this.time.after(this.random.nextInt(100_000), granted::releaseAsync);
		}
		else if (!(failure instanceof CancellationException)) {
			this.checker.violated("a lock that others hold for moments only was not to be had");
		}
	}

}
