package dev.redlock.jedis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;

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

	private final Map<String, Call> callsByToken = new ConcurrentHashMap<>();

	/**
	 * Keeps a release, whose keys expire from when it was sent.
	 */
	void add(Call refused) {
		if (this.callsByToken.size() < MOST && isOwed(refused, refused.startedAt())) {
			this.callsByToken.put(refused.token(), refused);
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
		int sent = 0;
		for (Call refused : this.callsByToken.values()) {
			if (!isOwed(refused, now)) {
				forget(refused);
			}
			else if (sent++ < RETRIES && refused.command() instanceof Release release) {
				long passed = passedMillis(refused, now);
				sender.accept(Call.of(release.delayed(passed).owedFor(release.owedMillis() - passed),
						(reply) -> forget(refused), now));
			}
		}
	}

	/**
	 * Forgets a release, unless it was refused once more.
	 */
	private void forget(Call refused) {
		this.callsByToken.remove(refused.token(), refused);
	}

	/**
	 * Keeps an extension from counting (S7) if a release is to be sent again that would
	 * undo it: that of an acquire whose answer was lost, but whose lease others granted.
	 * @param extend the extension
	 * @param receiver gets its reply
	 * @return gets the reply of the server
	 */
	Consumer<NodeReply> guard(Extend extend, Consumer<NodeReply> receiver) {
		return (reply) -> receiver
			.accept((reply.isDone() && this.callsByToken.containsKey(extend.token())) ? undone() : reply);
	}

	private static NodeReply undone() {
		return NodeReply
			.unreachable(new NodeUnreachableException("it is yet to do an earlier release of the same keys", null));
	}

	int size() {
		return this.callsByToken.size();
	}

}
