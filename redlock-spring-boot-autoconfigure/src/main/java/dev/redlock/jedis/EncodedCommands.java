package dev.redlock.jedis;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

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
	private final AtomicReferenceArray<@Nullable Encoded> last = new AtomicReferenceArray<>(THREADS * APART);

	private final AtomicReferenceArray<@Nullable EncodedBatch> lastBatch = new AtomicReferenceArray<>(THREADS * APART);

	/**
	 * Returns what is sent for a command.
	 * @param command the command, which does not depend on the node
	 */
	EncodedCommand of(NodeCommand command) {
		int place = place();
		Encoded last = this.last.getAcquire(place);
		if (last != null && last.command().equals(command)) {
			return last.encoded();
		}
		EncodedCommand encoded = EncodedCommand.of(() -> CommandCodec.encode(command, false, 0));
		this.last.setRelease(place, new Encoded(command, encoded));
		return encoded;
	}

	/**
	 * Returns what is sent for a batch of releases. Whoever writes to one node after the
	 * other finds the same releases with most of them.
	 * @param releases the releases, in their order
	 */
	EncodedCommand of(List<Release> releases) {
		int place = place();
		EncodedBatch last = this.lastBatch.getAcquire(place);
		if (last != null && last.releases().equals(releases)) {
			return last.encoded();
		}
		EncodedCommand encoded = EncodedCommand.of(CommandCodec.batch(releases, false));
		this.lastBatch.setRelease(place, new EncodedBatch(releases, encoded));
		return encoded;
	}

	private static int place() {
		return (int) (Thread.currentThread().getId() % THREADS) * APART;
	}

	/**
	 * A command and what is sent for it.
	 */
	private record Encoded(NodeCommand command, EncodedCommand encoded) {

	}

	/**
	 * The releases of a batch and what is sent for them.
	 */
	private record EncodedBatch(List<Release> releases, EncodedCommand encoded) {

	}

}
