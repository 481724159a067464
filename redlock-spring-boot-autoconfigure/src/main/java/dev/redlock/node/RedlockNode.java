package dev.redlock.node;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One independent Redis master. Asynchronous and thread-safe.
 */
public interface RedlockNode extends AutoCloseable {

	/**
	 * Returns the name of the node in messages and meters.
	 * @return a name without credentials
	 */
	String name();

	/**
	 * Returns the present state of the node.
	 * @return the status
	 */
	NodeStatus status();

	/**
	 * Sends a command. Never blocks for the node and never throws.
	 * <p>
	 * Commands with the same first key reach the server in the order of the calls, so
	 * that a release can't overtake the acquire that it undoes (S4), nor the next acquire
	 * the release that makes way for it. If the connection breaks, the node owes the
	 * server the releases that may not have arrived, and sends them first after
	 * reconnecting. A sender that wants an answer no more cancels the stage before it
	 * sends the release: a cancelled command that was not written yet never is.
	 * @param command the command
	 * @return a stage that completes with the reply at the latest after the node time-out
	 * (S5), never exceptionally
	 */
	CompletionStage<NodeReply> send(NodeCommand command);

	/**
	 * Sends a command as {@link #send(NodeCommand)} does, with the same promises, and
	 * hands over the reply, which costs less than a stage. A decorator need not override
	 * both: this one calls the other.
	 * @param command the command
	 * @param receiver given the reply, once at most, on whichever thread has it, maybe
	 * before this method returns; must not block
	 * @return to be abandoned by a sender that wants an answer no more, before it sends
	 * the release
	 */
	default PendingReply send(NodeCommand command, NodeReplyReceiver receiver) {
		CompletableFuture<NodeReply> stage = send(command).toCompletableFuture();
		AtomicBoolean abandoned = new AtomicBoolean();
		stage.whenComplete((reply, ex) -> {
			if (!(ex instanceof CancellationException && abandoned.get())) {
				receiver.accept((reply != null) ? reply
						: NodeReply.failed((ex != null) ? ex : new IllegalStateException("The node gave no reply")));
			}
		});
		return () -> {
			abandoned.set(true);
			stage.cancel(false);
		};
	}

	/**
	 * Takes a command as {@link #send(NodeCommand, NodeReplyReceiver)} does, with the
	 * same promises, but may keep it until the sender calls {@link PendingReply#flush()},
	 * as it does at once when every node has its command: sent together, commands of many
	 * threads cost less. A decorator that does not override this one sends without delay;
	 * one that does, and returns a pending reply of its own, passes on every method of
	 * the original.
	 * @param command the command
	 * @param receiver given the reply, as there
	 * @return to be flushed, and abandoned as there
	 */
	default PendingReply prepare(NodeCommand command, NodeReplyReceiver receiver) {
		return send(command, receiver);
	}

	/**
	 * Returns whether this node gives receivers no reply without
	 * {@linkplain NodeReplyReceiver#accept(NodeReply, long) how long it took}, so that a
	 * decorator need not look at a clock for each command. A decorator that hands these
	 * times over says what its node says; for any other one, whoever needs them measures.
	 * @return always the same
	 */
	default boolean measuresCalls() {
		return false;
	}

	/**
	 * Watches for the release of a key. A notification may be lost, and somebody who does
	 * not announce his releases is never heard: this saves waiting, but is no substitute
	 * for looking again. Never blocks for the node and never throws.
	 * @param key the key
	 * @param released called with an empty text when the node begins to listen, also
	 * after an interruption, and with a text that names the release for each that is
	 * announced; must not block
	 * @return the watch
	 */
	default ReleaseWatch watch(String key, Consumer<String> released) {
		return ReleaseWatch.DEAF;
	}

	/**
	 * Tells of each change of the state of the node, once and in order. A node begins as
	 * down: if it is not by now, that is the first change.
	 * @param listener called on a thread on which nothing depends but the time of other
	 * locks; must not block
	 */
	default void onChange(Consumer<NodeChange> listener) {
	}

	/**
	 * Closes the connections. Commands that are under way complete as unreachable.
	 */
	@Override
	void close();

}
