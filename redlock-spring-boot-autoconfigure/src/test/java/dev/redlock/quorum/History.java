package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Some clients, some servers, and what happens between them in a few seconds of virtual
 * time, all of it decided by a seed.
 */
final class History {

	private static final int STEPS = 60;

	private static final Duration LONGEST_WAY = Duration.ofMillis(200);

	private static final Duration LONGEST_QUARANTINE = Duration.ofMillis(450);

	private final Random random;

	private final VirtualTime time = new VirtualTime();

	private final Checker checker;

	private final List<ScriptedServer> servers;

	private final List<SimulatedClient> clients = new ArrayList<>();

	private final Faults faults;

	/**
	 * Prepares a history.
	 * @param seed decides everything
	 * @param assumptionsHold whether the timing assumptions of Redlock hold
	 * @param mutation the rule that is switched off
	 */
	History(long seed, boolean assumptionsHold, Mutation mutation) {
		this.random = new Random(seed);
		this.checker = new Checker(this.time, assumptionsHold);
		this.servers = Stream.generate(() -> new ScriptedServer(this.time)).limit(3 + this.random.nextInt(3)).toList();
		int size = 2 + this.random.nextInt(3);
		for (int i = 0; i < size; i++) {
			this.clients.add(new SimulatedClient(this.servers, this.random, mutation, this.checker));
		}
		this.faults = new Faults(this.servers, this.clients, this.random, assumptionsHold, mutation);
	}

	/**
	 * Lets everything happen until a rule is violated.
	 */
	Checker play() {
		for (int step = 0; step < STEPS && this.checker.violations().isEmpty(); step++) {
			if (this.random.nextInt(3) == 0) {
				this.faults.next();
			}
			else {
				this.clients.get(this.random.nextInt(this.clients.size())).turn();
			}
			this.time.advance(pause());
			this.checker.checkValidLeases();
			callers().forEach(SimulatedCaller::checkDeadline);
		}
		if (this.checker.violations().isEmpty()) {
			end();
		}
		return this.checker;
	}

	private Duration pause() {
		int longest = switch (this.random.nextInt(8)) {
			case 0, 1 -> 1;
			case 2, 3, 4 -> 5_000_000;
			case 5, 6 -> 30_000_000;
			default -> 150_000_000;
		};
		return Duration.ofNanos(this.random.nextInt(longest));
	}

	private Stream<SimulatedCaller> callers() {
		return this.clients.stream().flatMap((client) -> client.callers().stream());
	}

	private void end() {
		if (this.random.nextBoolean()) {
			callers().forEach(SimulatedCaller::giveUp);
		}
		else {
			// Those who wait may get what is released, or wait until their time is over.
			this.faults.end();
			callers().forEach(SimulatedCaller::releaseAll);
		}
		this.time.advance(LONGEST_WAY);
		callers().forEach(SimulatedCaller::checkDeadline);
		this.faults.end();
		this.time.advance(LONGEST_WAY);
		for (String value : values()) {
			if (!this.checker.wasGranted(value)) {
				this.checker.violated("an attempt that failed left its token behind");
			}
		}
		callers().forEach(SimulatedCaller::releaseAll);
		this.time.advance(LONGEST_WAY);
		if (!values().isEmpty()) {
			this.checker.violated("a lease that was released left its token behind");
		}
		if (this.checker.violations().isEmpty()) {
			endAlive();
		}
	}

	/**
	 * Every lock can be had again by everybody, and then nothing is going on any more.
	 */
	private void endAlive() {
		this.time.advance(LONGEST_QUARANTINE);
		callers().forEach(SimulatedCaller::lockForAMoment);
		this.time.advance(Duration.ofSeconds(2));
		if (this.servers.stream()
			.anyMatch((server) -> server.watchers().count("a") + server.watchers().count("b") > 0)) {
			this.checker.violated("a lock is watched that nobody waits for");
		}
		if (this.time.waitingTasks() > 0) {
			this.checker.violated("a task of the timer was left behind");
		}
	}

	private List<String> values() {
		return this.servers.stream()
			.flatMap((server) -> Stream.of("a", "b").map(server::get))
			.filter((value) -> value != null)
			.toList();
	}

}
