package dev.redlock.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeReply.Kind;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A node, or a decorator of one, that gives a stage and nothing else.
 */
class RedlockNodeTests {

	private static final NodeCommand ACQUIRE = new Acquire(List.of("order:42"), "token", 10_000, false);

	private final CompletableFuture<NodeReply> stage = new CompletableFuture<>();

	private final RedlockNode node = new StageOnly();

	private final List<NodeReply> replies = new ArrayList<>();

	@Test
	void aReplyIsHandedOverOnce() {
		this.node.send(ACQUIRE, this.replies::add);
		assertThat(this.replies).isEmpty();
		this.stage.complete(NodeReply.DONE);
		assertThat(this.replies).containsExactly(NodeReply.DONE);
	}

	@Test
	void aNodeThatKeepsNothingSendsWhatIsPreparedAtOnce() {
		PendingReply pending = this.node.prepare(ACQUIRE, this.replies::add);
		this.stage.complete(NodeReply.DONE);
		assertThat(this.replies).containsExactly(NodeReply.DONE);
		pending.flush();
		assertThat(pending.isBusy()).isFalse();
	}

	@Test
	void anAbandonedReplyCancelsTheStageAndIsNotHandedOver() {
		this.node.send(ACQUIRE, this.replies::add).abandon();
		assertThat(this.stage).isCancelled();
		assertThat(this.replies).isEmpty();
	}

	@Test
	void aReplyThatIsThereIsNoMoreAbandoned() {
		PendingReply pending = this.node.send(ACQUIRE, this.replies::add);
		this.stage.complete(NodeReply.DONE);
		pending.abandon();
		assertThat(this.stage).isCompletedWithValue(NodeReply.DONE);
		assertThat(this.replies).containsExactly(NodeReply.DONE);
	}

	@Test
	void aStageThatFailsIsAFailureOfTheNode() {
		this.node.send(ACQUIRE, this.replies::add);
		this.stage.completeExceptionally(new IllegalStateException("broken"));
		assertThat(this.replies).singleElement().satisfies((reply) -> {
			assertThat(reply.kind()).isEqualTo(Kind.FAILED);
			assertThat(reply.cause()).hasMessage("broken");
		});
	}

	@Test
	void aStageThatTheNodeCancelsIsAFailureOfTheNode() {
		this.node.send(ACQUIRE, this.replies::add);
		this.stage.cancel(false);
		assertThat(this.replies).singleElement().extracting(NodeReply::kind).isEqualTo(Kind.FAILED);
	}

	@Test
	void aStageWithoutAReplyIsAFailureOfTheNode() {
		this.node.send(ACQUIRE, this.replies::add);
		this.stage.complete(null);
		assertThat(this.replies).singleElement().extracting(NodeReply::kind).isEqualTo(Kind.FAILED);
	}

	private final class StageOnly implements RedlockNode {

		@Override
		public String name() {
			return "redis-0";
		}

		@Override
		public NodeStatus status() {
			return new NodeStatus(NodeStatus.State.UP, "");
		}

		@Override
		public CompletionStage<NodeReply> send(NodeCommand command) {
			return RedlockNodeTests.this.stage;
		}

		@Override
		public void close() {
		}

	}

}
