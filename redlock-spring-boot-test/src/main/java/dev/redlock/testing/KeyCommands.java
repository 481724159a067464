package dev.redlock.testing;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.AcquireFenced;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Heal;
import dev.redlock.node.NodeCommand.Inspect;
import dev.redlock.node.NodeCommand.RaiseFence;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;

/**
 * Does with keys in memory what the scripts do on a Redis master. Used by one thread at a
 * time.
 */
final class KeyCommands {

	private final NodeKeys keys;

	private long fence;

	KeyCommands(NodeKeys keys) {
		this.keys = keys;
	}

	NodeReply apply(NodeCommand command) {
		if (command instanceof Acquire acquire) {
			return acquire(acquire, acquire.ttlMillis());
		}
		if (command instanceof AcquireFenced acquire) {
			NodeReply reply = acquire(acquire, acquire.ttlMillis());
			return reply.isDone() ? NodeReply.counted(count()) : reply;
		}
		if (command instanceof RaiseFence raise) {
			return raise(raise);
		}
		if (command instanceof Extend extend) {
			return extend(extend);
		}
		if (command instanceof Heal heal) {
			return isForeign(heal) ? NodeReply.FOREIGN : prolong(heal, heal.ttlMillis());
		}
		return (command instanceof Inspect inspect) ? inspect(inspect.keys().get(0)) : release((Release) command);
	}

	private NodeReply acquire(NodeCommand command, long ttlMillis) {
		if (command.keys().stream().anyMatch(this.keys::isRefused)) {
			return NodeReply.FOREIGN;
		}
		long remaining = command.keys().stream().mapToLong(this.keys::remainingMillis).max().orElse(0);
		if (remaining > 0) {
			return NodeReply.heldFor(remaining);
		}
		command.keys().forEach((key) -> this.keys.put(key, command.token(), ttlMillis));
		return NodeReply.DONE;
	}

	/**
	 * Counts all resources together, from the time of day as Redis does, so that tokens
	 * increase from one application context to the next, too.
	 */
	private long count() {
		this.fence = Math.max(this.fence + 1, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
		return this.fence;
	}

	private NodeReply raise(RaiseFence command) {
		if (isForeign(command) || this.fence >= command.fence()) {
			return NodeReply.FOREIGN;
		}
		this.fence = command.fence();
		return NodeReply.DONE;
	}

	private NodeReply extend(Extend command) {
		if (isForeign(command)) {
			return NodeReply.FOREIGN;
		}
		boolean all = command.keys().stream().allMatch((key) -> isOwn(key, command));
		return all ? prolong(command, command.ttlMillis()) : NodeReply.ABSENT;
	}

	private NodeReply prolong(NodeCommand command, long ttlMillis) {
		command.keys()
			.stream()
			.filter((key) -> this.keys.remainingMillis(key) < ttlMillis)
			.forEach((key) -> this.keys.put(key, command.token(), ttlMillis));
		return NodeReply.DONE;
	}

	private NodeReply inspect(String key) {
		String value = this.keys.value(key);
		return (value != null) ? NodeReply.found(value, this.keys.remainingMillis(key)) : NodeReply.ABSENT;
	}

	private NodeReply release(Release command) {
		boolean foreign = isForeign(command);
		int released = 0;
		for (String key : command.keys()) {
			if (isOwn(key, command)) {
				release(key, command);
				released++;
			}
		}
		return (released == command.keys().size()) ? NodeReply.DONE : foreign ? NodeReply.FOREIGN : NodeReply.ABSENT;
	}

	private void release(String key, Release command) {
		if (command.keepMillis() == 0) {
			this.keys.delete(key);
		}
		else if (this.keys.remainingMillis(key) > command.keepMillis()) {
			this.keys.put(key, command.token(), command.keepMillis());
		}
	}

	private boolean isOwn(String key, NodeCommand command) {
		return command.token().equals(this.keys.value(key));
	}

	private boolean isForeign(NodeCommand command) {
		return command.keys().stream().anyMatch((key) -> this.keys.value(key) != null && !isOwn(key, command));
	}

}
