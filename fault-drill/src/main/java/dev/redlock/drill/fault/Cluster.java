package dev.redlock.drill.fault;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Servers, clients, and a wire between each two of them.
 */
public final class Cluster implements AutoCloseable {

	/**
	 * How many servers there are.
	 */
	public static final int SERVERS = 5;

	/**
	 * How many of them write everything to disk before they answer. The others restart
	 * empty.
	 */
	public static final int DURABLE_SERVERS = 2;

	/**
	 * How many clients there are.
	 */
	public static final int CLIENTS = 3;

	/**
	 * The longest ttl of a lock.
	 */
	public static final Duration MAX_TTL = Duration.ofSeconds(2);

	private final List<Server> servers;

	private final Map<ClientJvm, List<Wire>> clients = new LinkedHashMap<>();

	private Cluster(List<Server> servers) {
		this.servers = servers;
	}

	/**
	 * Starts all of it.
	 * @param logs the directory for the logs of the clients
	 * @param seed the number that the choices of the clients come from
	 * @param restartGuard whether servers that restart empty are kept from voting
	 * @param overstay for how long clients claim leases that are not valid any more
	 * @return the cluster, whose clients have begun
	 */
	public static Cluster start(Path logs, long seed, boolean restartGuard, Duration overstay) {
		Cluster cluster = new Cluster(
				IntStream.range(0, SERVERS).mapToObj((index) -> Server.start(index < DURABLE_SERVERS)).toList());
		for (int i = 0; i < CLIENTS; i++) {
			String name = "client-" + i;
			List<Wire> wires = cluster.servers.stream().map(Wire::new).toList();
			cluster.clients.put(ClientJvm.start(name, properties(name, wires, restartGuard),
					List.of(Long.toString(seed * CLIENTS + i), millis(MAX_TTL), millis(overstay)),
					logs.resolve(name + ".log")), wires);
		}
		return cluster;
	}

	private static List<String> properties(String client, List<Wire> wires, boolean restartGuard) {
		return List.of("redlock.nodes=" + wires.stream().map(Wire::uri).collect(Collectors.joining(",")),
				"redlock.restart-guard=" + restartGuard, "redlock.ttl=1s", "redlock.max-ttl=" + millis(MAX_TTL) + "ms",
				"redlock.client-name=" + client, "spring.main.banner-mode=off", "spring.main.log-startup-info=false");
	}

	private static String millis(Duration duration) {
		return Long.toString(duration.toMillis());
	}

	List<Server> servers() {
		return this.servers;
	}

	/**
	 * Returns the clients.
	 * @return all of them
	 */
	public List<ClientJvm> clients() {
		return List.copyOf(this.clients.keySet());
	}

	List<Wire> wires(ClientJvm client) {
		return this.clients.getOrDefault(client, List.of());
	}

	/**
	 * Ends whatever is wrong with anything.
	 */
	void heal() {
		this.servers.forEach(Server::heal);
		this.clients.values().forEach((wires) -> wires.forEach(Wire::heal));
		this.clients.keySet().forEach(ClientJvm::resume);
	}

	/**
	 * Returns which locks there are on any server, held or left behind.
	 * @return the names of their keys
	 */
	public Set<String> locks() {
		Set<String> locks = new TreeSet<>();
		this.servers.forEach((server) -> locks.addAll(server.locks()));
		return locks;
	}

	@Override
	public void close() {
		this.clients.keySet().forEach(ClientJvm::close);
		this.clients.values().forEach((wires) -> wires.forEach(Wire::close));
		this.servers.forEach(Server::close);
	}

}
