package dev.redlock.micrometer;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import dev.redlock.node.NodeChange;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReplyReceiver;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.PendingReply;
import dev.redlock.node.RedlockNode;
import dev.redlock.node.ReleaseWatch;

/**
 * Measures the calls of a node. A call whose answer nobody waited for is not counted.
 */
public final class MeteredNode implements RedlockNode {

	/**
	 * What every lock needs, so that it is there before the first call.
	 */
	private static final List<Class<? extends NodeCommand>> USUAL = List.of(NodeCommand.Acquire.class,
			NodeCommand.Extend.class, NodeCommand.Release.class);

	private final RedlockNode node;

	private final Meters meters;

	private final LongSupplier clock;

	private final Map<Class<? extends NodeCommand>, List<Timer>> calls = new ConcurrentHashMap<>();

	/**
	 * Creates the decorator.
	 * @param node the node
	 * @param registry where the meter is registered
	 * @param clock a monotonic clock in nanoseconds; not that of the registry, which may
	 * fail
	 */
	public MeteredNode(RedlockNode node, MeterRegistry registry, LongSupplier clock) {
		this.node = node;
		this.meters = new Meters(registry);
		this.clock = clock;
		USUAL.forEach(this::timers);
	}

	@Override
	public String name() {
		return this.node.name();
	}

	@Override
	public NodeStatus status() {
		return this.node.status();
	}

	@Override
	public CompletionStage<NodeReply> send(NodeCommand command) {
		long startedAt = this.clock.getAsLong();
		CompletionStage<NodeReply> stage = this.node.send(command);
		stage.whenComplete((reply, ex) -> {
			if (!(ex instanceof CancellationException)) {
				record(command, (reply != null) ? outcome(command, reply.kind()) : Outcome.ERROR,
						this.clock.getAsLong() - startedAt);
			}
		});
		// The original, since cancelling it must reach the node.
		return stage;
	}

	@Override
	public PendingReply send(NodeCommand command, NodeReplyReceiver receiver) {
		return this.node.send(command, measured(command, receiver));
	}

	@Override
	public PendingReply prepare(NodeCommand command, NodeReplyReceiver receiver) {
		return this.node.prepare(command, measured(command, receiver));
	}

	private NodeReplyReceiver measured(NodeCommand command, NodeReplyReceiver receiver) {
		return new Measured(command, receiver, this.node.measuresCalls() ? 0 : this.clock.getAsLong());
	}

	@Override
	public boolean measuresCalls() {
		return this.node.measuresCalls();
	}

	@Override
	public ReleaseWatch watch(String key, Consumer<String> released) {
		return this.node.watch(key, released);
	}

	@Override
	public void onChange(Consumer<NodeChange> listener) {
		this.node.onChange(listener);
	}

	private void record(NodeCommand command, Outcome outcome, long nanos) {
		this.meters
			.measure(() -> timers(command.getClass()).get(outcome.ordinal()).record(nanos, TimeUnit.NANOSECONDS));
	}

	private List<Timer> timers(Class<? extends NodeCommand> command) {
		List<Timer> known = this.calls.get(command);
		if (known != null) {
			return known;
		}
		List<Timer> timers = Meters.each(Outcome.class,
				(outcome) -> this.meters.timer(RedlockMeter.NODE_CALL, this.node.name(), operation(command), outcome));
		this.calls.put(command, timers);
		return timers;
	}

	private static String operation(Class<? extends NodeCommand> command) {
		if (command == NodeCommand.Acquire.class || command == NodeCommand.AcquireFenced.class) {
			return "acquire";
		}
		return (command == NodeCommand.RaiseFence.class) ? "fence" : command.getSimpleName().toLowerCase(Locale.ROOT);
	}

	private static Outcome outcome(NodeCommand command, NodeReply.Kind kind) {
		return switch (kind) {
			case DONE -> Outcome.GRANTED;
			// To look at a free key is answered, too.
			case ABSENT -> (command instanceof NodeCommand.Inspect) ? Outcome.GRANTED : Outcome.HELD;
			case FOREIGN -> Outcome.HELD;
			case TIMED_OUT -> Outcome.TIMEOUT;
			case UNREACHABLE, QUARANTINED -> Outcome.DOWN;
			case FAILED -> Outcome.ERROR;
		};
	}

	@Override
	public void close() {
		this.node.close();
	}

	@Override
	public String toString() {
		return this.node.toString();
	}

	/**
	 * Records a call, as long as its node says that it took.
	 */
	private final class Measured implements NodeReplyReceiver {

		private final NodeCommand command;

		private final NodeReplyReceiver receiver;

		private final long startedAt;

		Measured(NodeCommand command, NodeReplyReceiver receiver, long startedAt) {
			this.command = command;
			this.receiver = receiver;
			this.startedAt = startedAt;
		}

		@Override
		public long askedAt(LongSupplier clock) {
			return this.receiver.askedAt(clock);
		}

		@Override
		public void accept(NodeReply reply) {
			long elapsed = MeteredNode.this.clock.getAsLong() - this.startedAt;
			try {
				this.receiver.accept(reply);
			}
			finally {
				record(reply, elapsed);
			}
		}

		@Override
		public void accept(NodeReply reply, long latencyNanos) {
			try {
				this.receiver.accept(reply, latencyNanos);
			}
			finally {
				record(reply, latencyNanos);
			}
		}

		private void record(NodeReply reply, long nanos) {
			MeteredNode.this.record(this.command, outcome(this.command, reply.kind()), nanos);
		}

	}

	private enum Outcome {

		GRANTED, HELD, TIMEOUT, ERROR, DOWN

	}

}
