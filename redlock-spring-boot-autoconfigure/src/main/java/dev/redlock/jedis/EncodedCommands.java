package dev.redlock.jedis;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Release;

/**
 * What is sent for a command, made once for all nodes: a thread hands the same command to
 * one node after the other, so that its last one is kept; so is the last batch that it
 * wrote. Thread-safe.
 */
final class EncodedCommands {

	/**
	 * So many references fit into one line of a processor's cache, where threads that
	 * write side by side would slow each other down.
	 */
	private static final int APART = 16;

	private static final int THREADS = 64;

	/**
	 * Not by thread-local variables, which outlive an application on threads that are not
	 * its own.
	 */
	private final AtomicReferenceArray<@Nullable Encoded> lastCommands = new AtomicReferenceArray<>(THREADS * APART);

	private final AtomicReferenceArray<@Nullable Encoded> lastBatches = new AtomicReferenceArray<>(THREADS * APART);

	/**
	 * Returns what is sent for a command.
	 * @param command the command, which does not depend on the node
	 */
	EncodedCommand of(NodeCommand command) {
		return lastOr(this.lastCommands, command,
				(made) -> EncodedCommand.of(() -> CommandCodec.encode(made, false, 0)));
	}

	/**
	 * Returns what is sent for a batch of releases. Whoever writes to one node after the
	 * other finds the same releases with most of them.
	 * @param releases the releases, in their order
	 */
	EncodedCommand of(List<Release> releases) {
		return lastOr(this.lastBatches, releases, (made) -> EncodedCommand.of(CommandCodec.batch(made, false)));
	}

	private static <T> EncodedCommand lastOr(AtomicReferenceArray<@Nullable Encoded> lasts, T wanted,
			Function<T, EncodedCommand> encoding) {
		int place = (int) (Thread.currentThread().getId() % THREADS) * APART;
		Encoded last = lasts.getAcquire(place);
		if (last != null && last.source().equals(wanted)) {
			return last.encoded();
		}
		EncodedCommand encoded = encoding.apply(wanted);
		lasts.setRelease(place, new Encoded(wanted, encoded));
		return encoded;
	}

	/**
	 * A command or the releases of a batch, and what is sent for it.
	 */
	private record Encoded(Object source, EncodedCommand encoded) {

	}

}
