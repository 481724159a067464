package dev.redlock.drill.fault;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.redlock.drill.DrillSettings;

/**
 * Servers, clients, and a wire between each two of them.
 */
public final class Cluster implements AutoCloseable {

	private final List<Server> servers;

	private final Map<ClientJvm, List<Wire>> clients = new LinkedHashMap<>();

	private Cluster(List<Server> servers) {
		this.servers = servers;
	}

	/**
	 * Starts all of it.
	 * @param settings what is drilled
	 * @return the cluster, whose clients have begun
	 */
	public static Cluster start(DrillSettings settings) {
		Cluster cluster = new Cluster(IntStream.range(0, DrillSettings.SERVERS)
			.mapToObj((index) -> Server.start(index < DrillSettings.DURABLE_SERVERS))
			.toList());
		for (int i = 0; i < DrillSettings.CLIENTS; i++) {
			cluster.startClient("client-" + i, settings.seed() * DrillSettings.CLIENTS + i, settings);
		}
		return cluster;
	}

	private void startClient(String name, long seed, DrillSettings settings) {
		List<Wire> wires = this.servers.stream().map(Wire::new).toList();
		String maxTtl = Long.toString(DrillSettings.MAX_TTL.toMillis());
		ClientJvm client = ClientJvm.start(name,
				List.of("redlock.nodes=" + wires.stream().map(Wire::uri).collect(Collectors.joining(",")),
						"redlock.restart-guard=" + settings.restartGuard(), "redlock.ttl=1s",
						"redlock.max-ttl=" + maxTtl + "ms", "redlock.client-name=" + name,
						"spring.main.banner-mode=off", "spring.main.log-startup-info=false"),
				List.of(Long.toString(seed), maxTtl, Long.toString(settings.overstay().toMillis())),
				settings.directory().resolve(name + ".log"));
		this.clients.put(client, wires);
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
