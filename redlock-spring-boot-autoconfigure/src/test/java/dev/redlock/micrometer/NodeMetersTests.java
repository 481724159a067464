package dev.redlock.micrometer;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;

import static org.assertj.core.api.Assertions.assertThat;

class NodeMetersTests {

	private final MeterRegistry registry = new SimpleMeterRegistry();

	private final StubNode first = new StubNode("redis-0", State.UP);

	private final StubNode second = new StubNode("redis-1", State.DOWN);

	private final StubNode third = new StubNode("redis-2", State.QUARANTINED);

	private final NodeMeters meters = new NodeMeters(List.of(this.first, this.second, this.third));

	@Test
	void aNodeIsCountedInTheStateThatItIsInNow() {
		this.meters.bindTo(this.registry);
		assertThat(nodes("up")).isEqualTo(1);
		assertThat(nodes("down")).isEqualTo(1);
		assertThat(nodes("quarantined")).isEqualTo(1);
		this.first.state = State.DOWN;
		assertThat(nodes("up")).isZero();
		assertThat(nodes("down")).isEqualTo(2);
		assertThat(nodes("quarantined")).isEqualTo(1);
		this.third.state = State.UP;
		assertThat(nodes("up")).isEqualTo(1);
		assertThat(nodes("down")).isEqualTo(2);
		assertThat(nodes("quarantined")).isZero();
	}

	@Test
	void nodesThatAreClosedAreNoLongerCounted() {
		this.meters.bindTo(this.registry);
		this.meters.close();
		assertThat(this.registry.find("redlock.nodes").gauges()).isEmpty();
	}

	@Test
	void theEndOfOneContextLeavesTheGaugesOfAnother() {
		new NodeMeters(List.of(this.first)).bindTo(this.registry);
		this.meters.bindTo(this.registry);
		this.meters.close();
		assertThat(nodes("up")).isEqualTo(1);
		assertThat(nodes("down")).isZero();
		assertThat(nodes("quarantined")).isZero();
	}

	private double nodes(String state) {
		return this.registry.get("redlock.nodes").tag("state", state).gauge().value();
	}

	private static final class StubNode implements RedlockNode {

		private final String name;

		private State state;

		private StubNode(String name, State state) {
			this.name = name;
			this.state = state;
		}

		@Override
		public String name() {
			return this.name;
		}

		@Override
		public NodeStatus status() {
			return new NodeStatus(this.state, "");
		}

		@Override
		public CompletionStage<NodeReply> send(NodeCommand command) {
			return CompletableFuture.completedStage(NodeReply.DONE);
		}

		@Override
		public void close() {
		}

	}

}
