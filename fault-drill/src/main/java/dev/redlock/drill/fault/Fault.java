package dev.redlock.drill.fault;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;

import redis.clients.jedis.Protocol;

/**
 * Something that goes wrong.
 */
public enum Fault {

	/**
	 * A server stands still; its kernel goes on to take connections and data.
	 */
	PAUSED_SERVER(24, Fault::pauseServer),

	/**
	 * A server stands still several times, each about as long as others wait for it.
	 */
	FLICKERING_SERVER(12, Fault::flicker),

	/**
	 * A server ends, and comes back, with all that it knew or with nothing.
	 */
	KILLED_SERVER(20, Fault::killServer),

	/**
	 * All servers that forget end at once, and with them all that most know of the locks.
	 */
	KILLED_FORGETFUL_SERVERS(4, Fault::killForgetful),

	/**
	 * A server keeps everybody waiting for half a second.
	 */
	SLOW_SERVER(10, Fault::slowDown),

	/**
	 * A server closes connections.
	 */
	CLOSED_CONNECTIONS(10, Fault::closeConnections),

	/**
	 * A server has no scripts any more.
	 */
	FORGOTTEN_SCRIPTS(6, Fault::flushScripts),

	/**
	 * A client stands still, whatever it holds.
	 */
	PAUSED_CLIENT(16, Fault::pauseClient),

	/**
	 * Nothing gets from a client to some of the servers and back. What was sent arrives
	 * in the end, all the later.
	 */
	CUT_WIRES(16, Fault::cutWires);

	private static final Duration LONGEST = Duration.ofSeconds(3);

	private static final Duration LONGEST_DOWN = Duration.ofSeconds(2);

	private static final Duration SLOW = Duration.ofMillis(500);

	private static final Duration FLICKER = Duration.ofMillis(120);

	private static final List<String> CONNECTIONS = List.of("normal", "normal", "pubsub");

	private final int weight;

	private final Predicate<Scene> begin;

	Fault(int weight, Predicate<Scene> begin) {
		this.weight = weight;
		this.begin = begin;
	}

	/**
	 * Chooses one.
	 * @param random decides
	 * @return the fault
	 */
	static Fault random(Random random) {
		int left = random.nextInt(Stream.of(values()).mapToInt((fault) -> fault.weight).sum());
		for (Fault fault : values()) {
			left -= fault.weight;
			if (left < 0) {
				return fault;
			}
		}
		throw new IllegalStateException("The weights don't sum up");
	}

	/**
	 * Begins, and sees to it that it ends.
	 * @param scene to whom it happens
	 * @return whether there was anybody to whom it could happen
	 */
	boolean begin(Scene scene) {
		return this.begin.test(scene);
	}

	private static boolean pauseServer(Scene scene) {
		Optional<Server> server = scene.oneToDisturb();
		server.ifPresent((found) -> scene.pause(found, scene.length(LONGEST)));
		return server.isPresent();
	}

	private static boolean flicker(Scene scene) {
		Optional<Server> server = scene.oneToDisturb();
		server.ifPresent((found) -> {
			Duration at = Duration.ZERO;
			int times = 3 + scene.random().nextInt(6);
			for (int i = 0; i < times; i++) {
				Duration length = scene.upTo(FLICKER);
				scene.endAfter(at, () -> {
					if (found.isUp()) {
						scene.pause(found, length);
					}
				});
				at = at.plus(length).plus(scene.upTo(FLICKER));
			}
		});
		return server.isPresent();
	}

	private static boolean killServer(Scene scene) {
		Optional<Server> server = scene.oneToKill();
		server.ifPresent((found) -> scene.kill(found, scene.length(LONGEST_DOWN)));
		return server.isPresent();
	}

	private static boolean killForgetful(Scene scene) {
		List<Server> servers = scene.forgetfulThatVote();
		if (servers.size() < Cluster.SERVERS - Cluster.DURABLE_SERVERS) {
			return false;
		}
		servers.forEach((server) -> scene.kill(server, scene.upTo(FLICKER)));
		return true;
	}

	private static boolean slowDown(Scene scene) {
		return run(scene, SLOW, Protocol.Command.CLIENT, "PAUSE", Long.toString(SLOW.toMillis()), "ALL");
	}

	private static boolean closeConnections(Scene scene) {
		return run(scene, Duration.ZERO, Protocol.Command.CLIENT, "KILL", "TYPE", scene.any(CONNECTIONS));
	}

	private static boolean flushScripts(Scene scene) {
		return run(scene, Duration.ZERO, Protocol.Command.SCRIPT, "FLUSH");
	}

	private static boolean run(Scene scene, Duration length, Protocol.Command command, String... arguments) {
		Optional<Server> server = scene.oneToDisturb().filter((found) -> found.tryRun(command, arguments));
		server.ifPresent((found) -> scene.disturb(found, length));
		return server.isPresent();
	}

	private static boolean pauseClient(Scene scene) {
		List<ClientJvm> running = scene.cluster().clients().stream().filter(ClientJvm::isRunning).toList();
		// Somebody has to be there to take what the other ones held.
		if (running.size() < 2) {
			return false;
		}
		ClientJvm client = scene.any(running);
		Duration length = scene.length(LONGEST);
		client.pause();
		scene.endAfter(length, client::resume);
		scene.disturbClient(length);
		return true;
	}

	private static boolean cutWires(Scene scene) {
		List<Wire> wires = scene.cluster().wires(scene.any(scene.cluster().clients()));
		if (wires.stream().anyMatch(Wire::isCut)) {
			return false;
		}
		Duration length = scene.length(LONGEST);
		for (Wire wire : scene.some(wires, 1 + scene.random().nextInt(3))) {
			wire.cut();
			scene.endAfter(length, wire::heal);
			scene.disturb(wire.server(), length);
		}
		return true;
	}

}
