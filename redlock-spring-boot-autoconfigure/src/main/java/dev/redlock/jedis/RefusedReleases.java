package dev.redlock.jedis;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import dev.redlock.node.NodeCommand.Release;

/**
 * The releases that a server has refused but may do later (S4). They wait for a while, or
 * they would be sent without end.
 */
final class RefusedReleases {

	/**
	 * So many are kept: whoever asks for locks while a server refuses everything has
	 * nothing to release on it, but does not know that.
	 */
	static final int MOST = 10_000;

	/** So many are sent at once. */
	private static final int RETRIES = 1000;

	private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

	private final AtomicInteger count = new AtomicInteger();

	/**
	 * Keeps a release, whose keys expire from when it was sent.
	 */
	void add(Call refused) {
		if (this.count.get() < MOST) {
			this.count.incrementAndGet();
			this.calls.add(refused);
		}
	}

	/**
	 * Hands out some that are to be sent again.
	 * @param now the time
	 * @param again given each, owed for as long as its keys may still be there
	 */
	void retry(long now, Consumer<Release> again) {
		Call call;
		for (int sent = 0; sent < RETRIES && (call = this.calls.poll()) != null;) {
			this.count.decrementAndGet();
			if (call.command() instanceof Release release) {
				long passed = TimeUnit.NANOSECONDS.toMillis(now - call.startedAt());
				if (release.owedMillis() > passed) {
					again.accept(release.delayed(passed).owedFor(release.owedMillis() - passed));
					sent++;
				}
			}
		}
	}

	int size() {
		return this.count.get();
	}

}
