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
			this.clients.forEach(SimulatedClient::checkDeadline);
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

	private void end() {
		this.clients.forEach(SimulatedClient::giveUp);
		this.time.advance(LONGEST_WAY);
		this.faults.end();
		this.time.advance(LONGEST_WAY);
		for (String value : values()) {
			if (!this.checker.wasGranted(value)) {
				this.checker.violated("an attempt that failed left its token behind");
			}
		}
		this.clients.forEach(SimulatedClient::releaseAll);
		this.time.advance(LONGEST_WAY);
		if (!values().isEmpty()) {
			this.checker.violated("a lease that was released left its token behind");
		}
	}

	private List<String> values() {
		return this.servers.stream()
			.flatMap((server) -> Stream.of("a", "b").map(server::get))
			.filter((value) -> value != null)
			.toList();
	}

}
