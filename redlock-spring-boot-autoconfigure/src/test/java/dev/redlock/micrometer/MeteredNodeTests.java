package dev.redlock.micrometer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;
import dev.redlock.node.NodeReplyReceiver;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.PendingReply;
import dev.redlock.node.RedlockNode;

import static org.assertj.core.api.Assertions.assertThat;

class MeteredNodeTests {

	private static final NodeCommand ACQUIRE = new NodeCommand.Acquire(List.of("order:42"), "token", 1000, false);

	private final MeterRegistry registry = new SimpleMeterRegistry();

	private final CompletableFuture<NodeReply> reply = new CompletableFuture<>();

	private long now;

	private Long measuredNanos;

	private NodeReplyReceiver given;

	private int looks;

	private final MeteredNode node = new MeteredNode(new OneReply(), this.registry, this::look);

	private long look() {
		this.looks++;
		return this.now;
	}

	@Test
	void aCallTakesUntilItsReply() {
		this.node.send(ACQUIRE);
		this.now = 700;
		this.reply.complete(NodeReply.DONE);
		assertThat(calls("granted").totalTime(TimeUnit.NANOSECONDS)).isEqualTo(700);
		assertThat(counted()).isOne();
	}

	@Test
	void aCallThatNobodyWaitsForAnyMoreIsNotCounted() {
		this.node.send(ACQUIRE).toCompletableFuture().cancel(true);
		assertThat(counted()).isZero();
	}

	@Test
	void aCallThatFailsIsCountedAsAnError() {
		this.node.send(ACQUIRE);
		this.reply.completeExceptionally(new IllegalStateException());
		assertThat(calls("error").count()).isOne();
	}

	@Test
	void aReplyThatIsHandedOverIsMeasuredUpToThatMoment() {
		List<NodeReply> replies = new ArrayList<>();
		this.node.send(ACQUIRE, (reply) -> {
			replies.add(reply);
			this.now += 5000;
		});
		this.now = 700;
		this.reply.complete(NodeReply.DONE);
		assertThat(replies).containsExactly(NodeReply.DONE);
		assertThat(calls("granted").totalTime(TimeUnit.NANOSECONDS)).isEqualTo(700);
		assertThat(counted()).isOne();
	}

	@Test
	void aNodeThatMeasuresItselfIsBelievedAndItsReceiverGetsTheSame() {
		List<Long> latencies = new ArrayList<>();
		this.measuredNanos = 300L;
		this.node.send(ACQUIRE, new NodeReplyReceiver() {

			@Override
			public void accept(NodeReply reply) {
				throw new UnsupportedOperationException();
			}

			@Override
			public void accept(NodeReply reply, long latencyNanos) {
				latencies.add(latencyNanos);
				throw new IllegalStateException("broken");
			}

		});
		this.now = 700;
		this.reply.complete(NodeReply.DONE);
		assertThat(this.looks).as("looks at the clock").isZero();
		assertThat(this.node.measuresCalls()).isTrue();
		assertThat(latencies).containsExactly(300L);
		assertThat(calls("granted").totalTime(TimeUnit.NANOSECONDS)).isEqualTo(300);
		assertThat(counted()).isOne();
	}

	@Test
	void aNodeHearsFromTheReceiverWhenItWasAsked() {
		this.node.prepare(ACQUIRE, new NodeReplyReceiver() {

			@Override
			public long askedAt(LongSupplier clock) {
				return clock.getAsLong() - 300;
			}

			@Override
			public void accept(NodeReply reply) {
			}

		});
		assertThat(this.given.askedAt(() -> 700)).isEqualTo(400);
	}

	@Test
	void aCommandThatIsOnlyPreparedIsMeasuredFromThenOn() {
		List<NodeReply> replies = new ArrayList<>();
		this.node.prepare(ACQUIRE, replies::add);
		this.now = 700;
		this.reply.complete(NodeReply.DONE);
		assertThat(replies).containsExactly(NodeReply.DONE);
		assertThat(calls("granted").totalTime(TimeUnit.NANOSECONDS)).isEqualTo(700);
	}

	@Test
	void aReplyThatCanNotBeHandledIsMeasuredAllTheSame() {
		this.node.send(ACQUIRE, (reply) -> {
			throw new IllegalStateException("broken");
		});
		this.reply.complete(NodeReply.DONE);
		assertThat(calls("granted").count()).isOne();
	}

	@Test
	void aReplyThatIsAbandonedReachesTheNodeAndIsNotCounted() {
		this.node.send(ACQUIRE, (reply) -> {
		}).abandon();
		assertThat(this.reply).isCancelled();
		assertThat(counted()).isZero();
	}

	@Test
	void aLookAtWhatIsFreeIsNotCountedAsHeld() {
		this.node.send(new NodeCommand.Inspect(List.of("order:42")));
		this.reply.complete(NodeReply.ABSENT);
		assertThat(calls("inspect", "granted").count()).isOne();
		assertThat(calls("inspect", "held").count()).isZero();
	}

	@ParameterizedTest
	@MethodSource
	void eachReplyHasAnOutcome(NodeReply given, String outcome) {
		this.node.send(ACQUIRE);
		this.reply.complete(given);
		assertThat(calls(outcome).count()).isOne();
		assertThat(counted()).isOne();
	}

	static Stream<Arguments> eachReplyHasAnOutcome() {
		return Arrays.stream(Kind.values())
			.map((kind) -> Arguments.of(new NodeReply(kind, 0, null, null), switch (kind) {
				case DONE -> "granted";
				case FOREIGN, ABSENT -> "held";
				case TIMED_OUT -> "timeout";
				case UNREACHABLE, QUARANTINED -> "down";
				case FAILED -> "error";
			}));
	}

	@ParameterizedTest
	@MethodSource
	void eachCommandHasAnOperation(NodeCommand command, String operation) {
		this.node.send(command);
		this.reply.complete(NodeReply.DONE);
		assertThat(calls(operation, "granted").count()).isOne();
		assertThat(counted()).isOne();
	}

	static List<Arguments> eachCommandHasAnOperation() {
		List<String> keys = List.of("order:42");
		List<Arguments> operations = List.of(Arguments.of(ACQUIRE, "acquire"),
				Arguments.of(new NodeCommand.AcquireFenced(keys, "token", 1000, 1000), "acquire"),
				Arguments.of(new NodeCommand.RaiseFence(keys, "token", 7, 1000), "fence"),
				Arguments.of(new NodeCommand.Extend(keys, "token", 1000), "extend"),
				Arguments.of(new NodeCommand.Heal(keys, "token", 1000), "heal"),
				Arguments.of(new NodeCommand.Release(keys, "token", 0, false), "release"),
				Arguments.of(new NodeCommand.Inspect(keys), "inspect"));
		assertThat(NodeCommand.class.getPermittedSubclasses())
			.allSatisfy((type) -> assertThat(operations).extracting((operation) -> operation.get()[0])
				.hasAtLeastOneElementOfType(type));
		return operations;
	}

	private Timer calls(String outcome) {
		return calls("acquire", outcome);
	}

	private Timer calls(String operation, String outcome) {
		return this.registry.get("redlock.node.call")
			.tags("node", "redis-0", "operation", operation, "outcome", outcome)
			.timer();
	}

	private long counted() {
		return this.registry.get("redlock.node.call").timers().stream().mapToLong(Timer::count).sum();
	}

	private final class OneReply implements RedlockNode {

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
			return MeteredNodeTests.this.reply;
		}

		@Override
		public PendingReply send(NodeCommand command, NodeReplyReceiver receiver) {
			MeteredNodeTests.this.given = receiver;
			Long measured = MeteredNodeTests.this.measuredNanos;
			if (measured == null) {
				return RedlockNode.super.send(command, receiver);
			}
			MeteredNodeTests.this.reply.thenAccept((reply) -> receiver.accept(reply, measured));
			return PendingReply.NONE;
		}

		@Override
		public boolean measuresCalls() {
			return MeteredNodeTests.this.measuredNanos != null;
		}

		@Override
		public void close() {
		}

	}

}
