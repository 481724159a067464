package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;

/**
 * The releases that a server has refused but may do later (S4). They wait for a while, or
 * they would be sent without end. Thread-safe.
 */
final class RefusedReleases {

	/**
	 * So many are kept: whoever asks for locks while a server refuses everything has
	 * nothing to release on it, but does not know that.
	 */
	static final int MOST = 10_000;

	/** So many are sent at once. */
	static final int RETRIES = 1000;

	private final ReentrantLock lock = new ReentrantLock();

	/** In the order in which they were refused last. */
	private final Map<LeaseKeys, Call> calls = new LinkedHashMap<>();

	/**
	 * Keeps a release, whose keys expire from when it was sent, if it is owed and there
	 * is room for it. One that is not owed leaves what is owed for the same keys.
	 */
	void add(Call refused) {
		if (!isOwed(refused, refused.startedAt())) {
			return;
		}
		this.lock.lock();
		try {
			this.calls.remove(LeaseKeys.of(refused));
			if (this.calls.size() < MOST) {
				this.calls.put(LeaseKeys.of(refused), refused);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private static boolean isOwed(Call refused, long now) {
		return refused.command() instanceof Release release && release.owedMillis() > passedMillis(refused, now);
	}

	private static long passedMillis(Call refused, long now) {
		return TimeUnit.NANOSECONDS.toMillis(now - refused.startedAt());
	}

	/**
	 * Sends some of them again. They are kept until they are answered.
	 * @param now the time
	 * @param sender sends each, owed for as long as its keys may still be there
	 */
	void retry(long now, Consumer<Call> sender) {
		for (Call refused : next(now)) {
			if (refused.command() instanceof Release release) {
				long passed = passedMillis(refused, now);
				sender.accept(Call.payment(release.delayed(passed).owedFor(release.owedMillis() - passed),
						(reply) -> answered(refused, reply), now));
			}
		}
	}

	private List<Call> next(long now) {
		List<Call> next = new ArrayList<>();
		this.lock.lock();
		try {
			for (Iterator<Call> calls = this.calls.values().iterator(); calls.hasNext() && next.size() < RETRIES;) {
				Call refused = calls.next();
				if (isOwed(refused, now)) {
					next.add(refused);
				}
				else {
					calls.remove();
				}
			}
		}
		finally {
			this.lock.unlock();
		}
		return next;
	}

	/**
	 * Forgets a release that the server has answered, unless it was refused once more.
	 * What timed out, or got lost, it may still do.
	 */
	private void answered(Call refused, NodeReply reply) {
		if (reply.isAnswer() || reply.kind() == Kind.FAILED) {
			forget(refused);
		}
	}

	private void forget(Call refused) {
		this.lock.lock();
		try {
			this.calls.remove(LeaseKeys.of(refused), refused);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns whether a release of these keys is to be sent again.
	 */
	boolean has(LeaseKeys lease) {
		this.lock.lock();
		try {
			return this.calls.containsKey(lease);
		}
		finally {
			this.lock.unlock();
		}
	}

	int size() {
		return this.calls.size();
	}

}
