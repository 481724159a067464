package dev.redlock.quorum;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.redlock.RedlockListener;
import dev.redlock.RedlockListener.NodeEvent;
import dev.redlock.RedlockListener.NodeState;
import dev.redlock.node.NodeChange;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class NodeEventTests {

	private final ChangingNode node = new ChangingNode();

	private final List<NodeEvent> events = new ArrayList<>();

	@Test
	void eachChangeOfANodeIsToldWithItsName() {
		listen(this.recorder());
		this.node.change(State.DOWN, State.QUARANTINED, "it restarted");
		this.node.change(State.QUARANTINED, State.UP, "");
		this.node.change(State.UP, State.DOWN, "gone");
		assertThat(this.events).containsExactly(
				new NodeEvent("redis-0", NodeState.DOWN, NodeState.QUARANTINED, "it restarted"),
				new NodeEvent("redis-0", NodeState.QUARANTINED, NodeState.UP, ""),
				new NodeEvent("redis-0", NodeState.UP, NodeState.DOWN, "gone"));
	}

	@Test
	void aListenerThatThrowsIsLoggedAndKeepsNoOtherFromBeingTold(CapturedOutput output) {
		listen(new RedlockListener() {

			@Override
			public void onNode(NodeEvent event) {
				throw new IllegalStateException("of the listener");
			}

		}, recorder());
		this.node.change(State.DOWN, State.UP, "");
		assertThat(this.events).hasSize(1);
		assertThat(output).contains("A RedlockListener failed");
	}

	private RedlockListener recorder() {
		return new RedlockListener() {

			@Override
			public void onNode(NodeEvent event) {
				NodeEventTests.this.events.add(event);
			}

		};
	}

	private void listen(RedlockListener... listeners) {
		VirtualTime time = new VirtualTime();
		QuorumRedlock redlock = new QuorumRedlock(List.of(this.node), Cluster.defaults(), time, time, Runnable::run,
				List.of(listeners));
		assertThat(redlock.heldLeases()).isEmpty();
	}

	private static final class ChangingNode implements RedlockNode {

		private @Nullable Consumer<NodeChange> listener;

		void change(State from, State to, String detail) {
			assertThat(this.listener).isNotNull();
			this.listener.accept(new NodeChange(from, to, detail));
		}

		@Override
		public String name() {
			return "redis-0";
		}

		@Override
		public NodeStatus status() {
			return new NodeStatus(State.DOWN, "");
		}

		@Override
		public CompletionStage<NodeReply> send(NodeCommand command) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void onChange(Consumer<NodeChange> listener) {
			this.listener = listener;
		}

		@Override
		public void close() {
		}

	}

}
