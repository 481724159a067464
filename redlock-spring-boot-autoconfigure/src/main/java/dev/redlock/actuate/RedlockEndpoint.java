package dev.redlock.actuate;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;

import dev.redlock.HeldLease;
import dev.redlock.LockInspection;
import dev.redlock.LockInspection.State;
import dev.redlock.Redlock;
import dev.redlock.node.RedlockNode;

/**
 * Shows the nodes, the leases that this process holds, and how a resource is locked.
 * Never shows the token that proves ownership, and changes nothing.
 */
@Endpoint(id = "redlock")
public final class RedlockEndpoint {

	private final List<RedlockNode> nodes;

	private final Redlock redlock;

	private final Supplier<List<HeldLease>> leases;

	/**
	 * Creates the endpoint.
	 * @param nodes the configured nodes
	 * @param redlock inspects resources
	 * @param leases the leases that this process holds
	 */
	public RedlockEndpoint(List<RedlockNode> nodes, Redlock redlock, Supplier<List<HeldLease>> leases) {
		this.nodes = List.copyOf(nodes);
		this.redlock = redlock;
		this.leases = leases;
	}

	/**
	 * Shows the nodes, and the leases that this process holds. Asks no node anything.
	 * @return the nodes and the leases, those first that were held the longest
	 */
	@ReadOperation
	public RedlockDescriptor redlock() {
		NodeTable nodes = NodeTable.of(this.nodes);
		return new RedlockDescriptor(nodes.quorum(), nodes.rows(),
				this.leases.get().stream().map(LeaseDescriptor::of).toList());
	}

	/**
	 * Looks at a resource on all nodes. Takes a node time-out at most.
	 * @param resource the resource, cut at each slash
	 * @return how it is locked
	 */
	@ReadOperation
	public ResourceDescriptor resource(@Selector(match = Match.ALL_REMAINING) String... resource) {
		String text = text(resource);
		boolean heldHere = this.leases.get().stream().anyMatch((lease) -> lease.resources().contains(text));
		return ResourceDescriptor.of(this.redlock.inspect(text), heldHere);
	}

	static String text(String... segments) {
		String resource = String.join("/", segments);
		if (resource.isBlank()) {
			throw new InvalidEndpointRequestException("The resource is missing", "The resource is missing");
		}
		return resource;
	}

	/**
	 * The nodes and the leases.
	 *
	 * @param quorum how many nodes have to vote
	 * @param nodes the configured nodes
	 * @param leases the leases that this process holds
	 */
	public record RedlockDescriptor(int quorum, List<NodeDescriptor> nodes,
			List<LeaseDescriptor> leases) implements OperationResponseBody {
	}

	/**
	 * A lease that this process holds.
	 *
	 * @param resources what is locked
	 * @param name the static name that meters carry
	 * @param heldFor the time since the acquire
	 * @param validityLeft for how long it holds if it is not extended
	 * @param extensions how often it was extended
	 * @param fencingToken the fencing token, if one was asked for
	 */
	public record LeaseDescriptor(Set<String> resources, String name, Duration heldFor, Duration validityLeft,
			int extensions, @Nullable Long fencingToken) {

		static LeaseDescriptor of(HeldLease lease) {
			OptionalLong fencingToken = lease.fencingToken();
			return new LeaseDescriptor(lease.resources(), lease.name(), lease.held().truncatedTo(ChronoUnit.MILLIS),
					lease.remainingValidity().truncatedTo(ChronoUnit.MILLIS), lease.extensions(),
					fencingToken.isPresent() ? fencingToken.getAsLong() : null);
		}

	}

	/**
	 * How a resource is locked.
	 *
	 * @param resource the resource
	 * @param held whether one owner has it on a quorum of nodes
	 * @param heldHere whether this process has a lease on it
	 * @param remaining for how long a quorum still has it; {@code null} if it is not
	 * held, or held without end
	 * @param nodes how each node sees it
	 */
	public record ResourceDescriptor(String resource, boolean held, boolean heldHere, @Nullable Duration remaining,
			List<NodeViewDescriptor> nodes) implements OperationResponseBody {

		static ResourceDescriptor of(LockInspection inspection, boolean heldHere) {
			return new ResourceDescriptor(inspection.resource(), inspection.held(), heldHere, inspection.remaining(),
					inspection.nodes()
						.stream()
						.map((view) -> new NodeViewDescriptor(view.node(), view.state(), view.remaining()))
						.toList());
		}

	}

	/**
	 * How one node sees a resource.
	 *
	 * @param name the name of the node
	 * @param state what it has
	 * @param remaining the remaining time to live, {@code null} for none
	 */
	public record NodeViewDescriptor(String name, State state, @Nullable Duration remaining) {
	}

}
