package dev.redlock.jedis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which node is which server process, so that one server that is listed twice, by
 * whatever names, votes once (S9). Shared by all nodes of an application; thread-safe.
 */
final class ServerRegistry {

	private final Map<String, String> nodesByRunId = new ConcurrentHashMap<>();

	/**
	 * Claims a server for a node.
	 * @param runId identifies the server process
	 * @param node the name of the node
	 * @return the name of the node that has the server, which may be another one
	 */
	String claim(String runId, String node) {
		String owner = this.nodesByRunId.putIfAbsent(runId, node);
		if (owner != null && !owner.equals(node)) {
			return owner;
		}
		this.nodesByRunId.entrySet()
			.removeIf((claim) -> claim.getValue().equals(node) && !claim.getKey().equals(runId));
		return node;
	}

}
