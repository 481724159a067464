package dev.redlock.jedis;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Which node is connected to which server process, so that one server that is listed
 * twice, by whatever names, votes once (S9). Shared by all nodes of an application;
 * thread-safe.
 */
final class ServerRegistry {

	private final Map<String, Claim> claimsByRunId = new ConcurrentHashMap<>();

	/**
	 * Claims a server for a node, until all that claimed it have given it up.
	 * @param runId identifies the server process
	 * @param node the node
	 * @param holder gives it up some time
	 * @return the node that has the server, which may be another one
	 */
	NodeIdentity claim(String runId, NodeIdentity node, Object holder) {
		return this.claimsByRunId.merge(runId, new Claim(node, Set.of(holder)), (present,
				next) -> (present.node == node) ? new Claim(node, union(present.holders, holder)) : present).node;
	}

	private static Set<Object> union(Set<Object> holders, Object holder) {
		return Stream.concat(holders.stream(), Stream.of(holder)).collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * Gives up what was claimed, if anything was.
	 * @param holder what it was claimed with
	 */
	void giveUp(Object holder) {
		for (String runId : this.claimsByRunId.keySet()) {
			this.claimsByRunId.computeIfPresent(runId, (id, claim) -> claim.without(holder));
		}
	}

	private record Claim(NodeIdentity node, Set<Object> holders) {

		@Nullable Claim without(Object holder) {
			Set<Object> others = this.holders.stream()
				.filter((other) -> !other.equals(holder))
				.collect(Collectors.toUnmodifiableSet());
			return others.isEmpty() ? null : new Claim(this.node, others);
		}

	}

}
