package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import dev.redlock.node.RedlockNode;

/**
 * A process with some threads that lock and unlock at random, and whose clock may fall
 * behind.
 */
final class SimulatedClient implements MonotonicClock {

	static final Duration MAX_TTL = Duration.ofMillis(400);

	private static final int MAX_EXTENSIONS = 5;

	private static final QuorumSettings SETTINGS = new QuorumSettings("", MAX_TTL, MAX_TTL, Duration.ZERO,
			new RetryDelay(Duration.ofMillis(2), Duration.ofMillis(30)), new Drift(0.01, Duration.ofMillis(2)), false,
			MAX_EXTENSIONS, Duration.ofDays(1));

	private final VirtualTime time;

	private final Random random;

	private final List<ScriptedNode> nodes = new ArrayList<>();

	private final List<SimulatedCaller> callers = new ArrayList<>();

	private double rate = 1;

	private long rateSince;

	private long clockSince;

	SimulatedClient(List<ScriptedServer> servers, Random random, Mutation mutation, Checker checker) {
		this.time = servers.get(0).time();
		this.random = random;
		this.rateSince = this.time.nanos();
		this.clockSince = this.rateSince;
		List<RedlockNode> simulated = new ArrayList<>();
		for (ScriptedServer server : servers) {
			ScriptedNode node = new ScriptedNode("redis-" + simulated.size(), this.time, server);
			this.nodes.add(node);
			simulated.add(new SimulatedNode(node, mutation, checker, this.time, random));
		}
		// Whoever gives up hands its turn on by way of the timer.
		Timer queueTimer = (mutation != Mutation.NO_HAND_ON) ? this.time : (delay, task) -> () -> {
		};
		Engine engine = new Engine(simulated, SETTINGS, this, this.time, new TokenSource(), random, Runnable::run,
				new Listeners(List.of()), new OpenLocks(), new LocalQueues(simulated, queueTimer,
						new OthersFirst(simulated, queueTimer, this, SETTINGS.retryDelay())),
				new Patience());
		int threads = 1 + random.nextInt(3);
		for (int i = 0; i < threads; i++) {
			this.callers.add(new SimulatedCaller(engine, this.time, random, checker));
		}
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
	 * Does what one of the threads of the process does next.
	 */
	void turn() {
		this.callers.get(this.random.nextInt(this.callers.size())).turn();
	}

	List<SimulatedCaller> callers() {
		return this.callers;
	}

}
