package dev.redlock.jedis;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;

/**
 * A command on its way: queued, written, answered.
 */
final class Call {

	private final @Nullable NodeCommand command;

	private final long startedAt;

	private final CompletableFuture<NodeReply> reply = new CompletableFuture<>();

	private @Nullable CommandArguments arguments;

	private boolean withSource;

	private Call(@Nullable NodeCommand command, long startedAt) {
		this.command = command;
		this.startedAt = startedAt;
	}

	static Call of(NodeCommand command, long now) {
		return new Call(command, now);
	}

	static Call ping(long now) {
		return new Call(null, now);
	}

	@Nullable NodeCommand command() {
		return this.command;
	}

	long startedAt() {
		return this.startedAt;
	}

	CompletableFuture<NodeReply> reply() {
		return this.reply;
	}

	void complete(NodeReply reply) {
		this.reply.complete(reply);
	}

	/**
	 * Returns whether nobody wants the answer any more, so that the command must not be
	 * written: its release is already on the way. A release is always wanted.
	 */
	boolean isAbandoned() {
		return this.reply.isDone() && !(this.command instanceof Release);
	}

	/**
	 * Sets what is sent.
	 */
	void encode(SharedArguments shared) {
		this.arguments = (this.command != null) ? shared.of(this.command) : new CommandArguments(Command.PING);
	}

	/**
	 * Returns what is sent.
	 */
	CommandArguments arguments() {
		return Objects.requireNonNull(this.arguments, "not encoded");
	}

	/**
	 * Sets the source of the script to be sent instead of its name.
	 * @return {@code false} if it has been already
	 */
	boolean encodeWithSource() {
		if (this.withSource || this.command == null) {
			return false;
		}
		this.withSource = true;
		this.arguments = CommandCodec.encode(this.command, true);
		return true;
	}

}
