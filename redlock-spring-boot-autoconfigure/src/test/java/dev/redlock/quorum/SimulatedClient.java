package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.node.RedlockNode;

/**
 * A process that locks and unlocks at random, and whose clock may fall behind.
 */
final class SimulatedClient implements MonotonicClock {

	static final Duration MAX_TTL = Duration.ofMillis(400);

	private static final int MAX_EXTENSIONS = 5;

	private static final String[][] RESOURCES = { { "a" }, { "a" }, { "b" }, { "a", "b" } };

	private static final QuorumSettings SETTINGS = new QuorumSettings("", MAX_TTL, MAX_TTL, Duration.ZERO,
			new RetryDelay(Duration.ofMillis(2), Duration.ofMillis(30)), new Drift(0.01, Duration.ofMillis(2)), false,
			MAX_EXTENSIONS, Duration.ofDays(1));

	private final VirtualTime time;

	private final Random random;

	private final Checker checker;

	private final List<ScriptedNode> nodes = new ArrayList<>();

	private final Engine engine;

	private final List<QuorumLease> leases = new ArrayList<>();

	private @Nullable Acquisition acquisition;

	private @Nullable QuorumLease lease;

	private Duration deadline = Duration.ZERO;

	private double rate = 1;

	private long rateSince;

	private long clockSince;

	SimulatedClient(List<ScriptedServer> servers, Random random, Mutation mutation, Checker checker) {
		this.time = servers.get(0).time();
		this.random = random;
		this.checker = checker;
		this.rateSince = this.time.nanos();
		this.clockSince = this.rateSince;
		List<RedlockNode> simulated = new ArrayList<>();
		for (ScriptedServer server : servers) {
			ScriptedNode node = new ScriptedNode("redis-" + simulated.size(), this.time, server);
			this.nodes.add(node);
			simulated.add(new SimulatedNode(node, mutation, checker));
		}
		this.engine = new Engine(simulated, SETTINGS, this, this.time, new TokenSource(), random, Runnable::run,
				new Listeners(List.of()), new OpenLocks());
	}

	ScriptedNode node(int index) {
		return this.nodes.get(index);
	}

	@Override
	public long nanos() {
		return this.clockSince + (long) ((this.time.nanos() - this.rateSince) * this.rate);
	}

	/**
	 * Lets the clock of the process run slower than it should, or right again.
	 */
	void setClockRate(double rate) {
		this.clockSince = nanos();
		this.rateSince = this.time.nanos();
		this.rate = rate;
	}

	/**
	 * Does what the process does next.
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
			case 0, 1 -> {
				held.releaseAsync();
				this.lease = null;
			}
			case 2 -> held.holding().extend(randomTtl().toNanos());
			case 3 -> {
				this.lease = null;
			}
			default -> {
			}
		}
	}

	private Duration randomTtl() {
		return Duration.ofMillis(50 + this.random.nextInt((int) MAX_TTL.toMillis() - 49));
	}

	private void acquire() {
		Duration wait = this.random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(1 + this.random.nextInt(200));
		LockRequest request = LockRequest.of(RESOURCES[this.random.nextInt(RESOURCES.length)])
			.withTtl(randomTtl())
			.withWaitTime(wait)
			.withAutoExtend(this.random.nextBoolean());
		request = (this.random.nextInt(4) > 0) ? request.withFencing() : request;
		// One attempt: a round and at most one more for the fencing token.
		Duration longest = wait.isZero() ? ScriptedNode.NODE_TIMEOUT.multipliedBy(request.fencing() ? 2 : 1) : wait;
		this.deadline = this.time.elapsed().plus(longest);
		start(new Acquisition(this.engine, Terms.of(request, SETTINGS)));
	}

	private void start(Acquisition started) {
		this.acquisition = started;
		CompletableFuture<QuorumLease> result = started.start();
		result.whenComplete((granted, ex) -> ended(started, granted));
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
		running.cancel();
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
		this.leases.forEach(Lease::releaseAsync);
	}

}
