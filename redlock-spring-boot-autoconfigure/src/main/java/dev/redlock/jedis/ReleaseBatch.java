package dev.redlock.jedis;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

import dev.redlock.node.NodeCommand.Release;

/**
 * Releases of several leases as one command, since about half of what a release costs a
 * server is the call of its script.
 */
final class ReleaseBatch implements Exchange {

	/** So that the server is not kept from its other clients for long. */
	static final int MOST = 64;

	private final List<Call> calls;

	private boolean withSource;

	/**
	 * Creates a batch.
	 * @param calls calls that {@link #takes fit into it}, at most {@link #MOST}
	 */
	ReleaseBatch(List<Call> calls) {
		this.calls = calls;
	}

	/**
	 * Returns whether a call can be part of a batch.
	 */
	static boolean takes(Call call) {
		return !call.isSingle() && call.command() instanceof Release release && release.keys().size() == 1
				&& release.announced() && release.keepMillis() == 0 && release.token().indexOf(' ') == -1;
	}

	@Override
	public List<Call> calls() {
		return this.calls;
	}

	@Override
	public int size() {
		return this.calls.size();
	}

	@Override
	public void onWritten(long now) {
		for (Call call : this.calls) {
			call.onWritten(now);
		}
	}

	@Override
	public long writtenAt() {
		return this.calls.get(0).writtenAt();
	}

	/**
	 * Returns {@code false}, since a release is always wanted.
	 */
	@Override
	public boolean isAbandoned() {
		return false;
	}

	@Override
	public EncodedCommand encoded(EncodedCommands shared) {
		List<Release> releases = this.calls.stream().map(ReleaseBatch::release).toList();
		return this.withSource ? EncodedCommand.once(CommandCodec.batch(releases, true)) : shared.of(releases);
	}

	private static Release release(Call call) {
		return (Release) Objects.requireNonNull(call.command());
	}

	@Override
	public List<? extends Exchange> answer(@Nullable Object reply, long arrivedAt) {
		if (reply instanceof JedisNoScriptException && !this.withSource) {
			this.withSource = true;
			return List.of(this);
		}
		if (reply instanceof JedisDataException) {
			// It may be due to one of them, such as a key that the user has no access to.
			this.calls.forEach(Call::staySingle);
			return this.calls;
		}
		@Nullable Object[] replies = CommandCodec.split(reply, size());
		for (int i = 0; i < replies.length; i++) {
			this.calls.get(i).answer(replies[i], arrivedAt);
		}
		return List.of();
	}

}
