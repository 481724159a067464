package dev.redlock.quorum;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * What goes wrong between clients and servers in a history. While the timing assumptions
 * of Redlock hold, the clock of a server runs at most 0.8% too fast, may be set forward
 * once by a millisecond, and a server that forgot everything does not vote until the
 * longest ttl has passed by its clock. Without them, keys vanish early, servers forget
 * and vote at once, and the clocks of clients fall behind.
 */
final class Faults {

	private static final Behaviour[] BEHAVIOURS = { Behaviour.SILENT, Behaviour.PAUSED, Behaviour.UNREACHABLE,
			Behaviour.BREAKING_BEFORE_THE_SERVER, Behaviour.BREAKING_AFTER_THE_SERVER, Behaviour.FAILING_AFTER_DOING };

	private final VirtualTime time;

	private final List<ScriptedServer> servers;

	private final List<SimulatedClient> clients;

	private final Random random;

	private final boolean assumptionsHold;

	private final boolean guarded;

	private final boolean[] down;

	private final int[] quarantines;

	private final Set<ScriptedNode> silent = new HashSet<>();

	private boolean jumped;

	Faults(List<ScriptedServer> servers, List<SimulatedClient> clients, Random random, boolean assumptionsHold,
			Mutation mutation) {
		this.time = servers.get(0).time();
		this.servers = servers;
		this.clients = clients;
		this.random = random;
		this.assumptionsHold = assumptionsHold;
		this.guarded = assumptionsHold && mutation != Mutation.NO_QUARANTINE;
		this.down = new boolean[servers.size()];
		this.quarantines = new int[servers.size()];
		for (ScriptedServer server : servers) {
			double tooFast = (mutation == Mutation.TOO_MUCH_DRIFT) ? 1.2 : 1.008;
			server.clock().setRate(0.99 + random.nextDouble() * (tooFast - 0.99));
			server.clock().setWallOffset(Duration.ofNanos(random.nextInt(100_000_000)));
		}
	}

	/**
	 * Lets one thing go wrong, or right again.
	 */
	void next() {
		int server = this.random.nextInt(this.servers.size());
		switch (this.random.nextInt(12)) {
			case 0 -> crash(server);
			case 1 -> {
				crash(server);
				forget(server);
			}
			case 2 -> setClocks(server);
			case 3, 4, 5 -> recover(server);
			case 6, 7, 8 -> slowDown(server);
			default -> misbehave(server);
		}
	}

	private SimulatedClient anyClient() {
		return this.clients.get(this.random.nextInt(this.clients.size()));
	}

	private void slowDown(int server) {
		if (mayBehave(server)) {
			ScriptedNode node = anyClient().node(server);
			become(node, Behaviour.ANSWERING);
			node.answersAfter(Duration.ofNanos(this.random.nextInt(40_000_000)),
					Duration.ofNanos(this.random.nextInt(40_000_000)));
		}
	}

	private void misbehave(int server) {
		if (mayBehave(server)) {
			become(anyClient().node(server), BEHAVIOURS[this.random.nextInt(BEHAVIOURS.length)]);
		}
	}

	/**
	 * Lets a connection behave in another way. One that lost answers can't give later
	 * ones, so it breaks first.
	 */
	private void become(ScriptedNode node, Behaviour behaviour) {
		if (this.silent.remove(node)) {
			node.become(Behaviour.UNREACHABLE);
		}
		if (behaviour == Behaviour.SILENT) {
			this.silent.add(node);
		}
		node.become(behaviour);
	}

	private boolean mayBehave(int server) {
		return !this.down[server] && this.quarantines[server] == 0;
	}

	/**
	 * A server stops, which breaks all connections to it. What it had not read is gone.
	 */
	private void crash(int server) {
		for (SimulatedClient client : this.clients) {
			if (!this.down[server] && this.quarantines[server] == 0) {
				// A paused server reads what has arrived before it stops.
				become(client.node(server), Behaviour.ANSWERING);
			}
			become(client.node(server), Behaviour.UNREACHABLE);
		}
		this.down[server] = true;
	}

	private void forget(int index) {
		ScriptedServer server = this.servers.get(index);
		server.forgetAll();
		if (this.guarded) {
			this.quarantines[index]++;
			long untilItMayVote = (long) (SimulatedClient.MAX_TTL.toNanos() / server.clock().rate()) + 1;
			this.time.after(untilItMayVote, () -> leaveQuarantine(index));
		}
		else {
			// Its wall clock is not behind the fencing tokens of others.
			server.clock().setWallOffset(Duration.ofMillis(101));
		}
	}

	private void leaveQuarantine(int server) {
		this.quarantines[server]--;
		if (!this.down[server]) {
			recover(server);
		}
	}

	private void recover(int server) {
		this.down[server] = false;
		Behaviour behaviour = (this.quarantines[server] == 0) ? Behaviour.ANSWERING : Behaviour.QUARANTINED;
		this.clients.forEach((client) -> become(client.node(server), behaviour));
	}

	private void setClocks(int server) {
		if (!this.assumptionsHold) {
			anyClient().setClockRate(this.random.nextBoolean() ? 0.2 : 1);
			this.servers.get(server).clock().jump(Duration.ofMillis(this.random.nextInt(400)));
		}
		else if (!this.jumped) {
			this.jumped = true;
			this.servers.get(server).clock().jump(Duration.ofMillis(1 - this.random.nextInt(20)));
		}
	}

	/**
	 * Lets all clients reach all servers again.
	 */
	void end() {
		for (int i = 0; i < this.servers.size(); i++) {
			recover(i);
		}
	}

}
