package dev.redlock.micrometer;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.micrometer.RedlockMeter.Tag;
import dev.redlock.node.NodeChange;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.RedlockNode;
import dev.redlock.node.ReleaseWatch;

/**
 * Measures the calls of a node. A call whose answer nobody waited for is not counted.
 */
public final class MeteredNode implements RedlockNode {

	private static final Logger logger = LoggerFactory.getLogger(MeteredNode.class);

	private final RedlockNode node;

	private final MeterRegistry registry;

	private final MeterProvider<Timer> calls;

	private final Map<Call, Timer> timers = new ConcurrentHashMap<>();

	/**
	 * Creates the decorator.
	 * @param node the node
	 * @param registry where the meter is registered
	 */
	public MeteredNode(RedlockNode node, MeterRegistry registry) {
		this.node = node;
		this.registry = registry;
		this.calls = Timer.builder(RedlockMeter.NODE_CALL.getName())
			.description("Time of a command to one node")
			.tag(Tag.NODE.asString(), node.name())
			.withRegistry(registry);
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
		Timer.Sample sample = Timer.start(this.registry);
		CompletionStage<NodeReply> stage = this.node.send(command);
		stage.whenComplete((reply, ex) -> record(sample, command, reply, ex));
		// The original, since cancelling it must reach the node.
		return stage;
	}

	@Override
	public ReleaseWatch watch(String key, Consumer<String> released) {
		return this.node.watch(key, released);
	}

	@Override
	public void onChange(Consumer<NodeChange> listener) {
		this.node.onChange(listener);
	}

	private void record(Timer.Sample sample, NodeCommand command, @Nullable NodeReply reply, @Nullable Throwable ex) {
		if (ex instanceof CancellationException) {
			return;
		}
		try {
			sample.stop(timer(new Call(command.getClass(), (reply != null) ? reply.kind() : NodeReply.Kind.FAILED)));
		}
		catch (RuntimeException failure) {
			logger.warn("A call could not be measured", failure);
		}
	}

	private Timer timer(Call call) {
		// There are several calls in each acquire, so that tags are not made for each.
		Timer timer = this.timers.get(call);
		return (timer != null) ? timer : this.timers.computeIfAbsent(call, this::newTimer);
	}

	private Timer newTimer(Call call) {
		return this.calls.withTags(
				Tags.of(Tag.OPERATION.asString(), operation(call.command), Tag.OUTCOME.asString(), outcome(call.kind)));
	}

	private static String operation(Class<? extends NodeCommand> command) {
		if (command == NodeCommand.Acquire.class || command == NodeCommand.AcquireFenced.class) {
			return "acquire";
		}
		return (command == NodeCommand.RaiseFence.class) ? "fence" : command.getSimpleName().toLowerCase(Locale.ROOT);
	}

	private static String outcome(NodeReply.Kind kind) {
		return switch (kind) {
			case DONE -> "granted";
			case FOREIGN, ABSENT -> "held";
			case TIMED_OUT -> "timeout";
			case UNREACHABLE, QUARANTINED, FAILED -> "error";
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

	private record Call(Class<? extends NodeCommand> command, NodeReply.Kind kind) {
	}

}
