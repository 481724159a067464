package dev.redlock;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.redlock.NodeVote.Verdict;

/**
 * A lock could not be had. Nothing was run under it, and whatever single nodes granted
 * was released.
 */
public abstract sealed class LockNotAcquiredException extends RedlockException
		permits LockHeldException, QuorumUnavailableException {

	private final Duration waited;

	private final transient @Nullable List<NodeVote> votes;

	LockNotAcquiredException(String reason, String remedy, Set<String> resources, Duration waited,
			List<NodeVote> votes) {
		super(resources,
				"%s: %s after %d ms. Votes: %s. %s".formatted(String.join(", ", resources), reason, waited.toMillis(),
						votes.stream().map(NodeVote::toString).collect(Collectors.joining(", ")), remedy),
				cause(votes));
		this.waited = waited;
		this.votes = List.copyOf(votes);
	}

	private static @Nullable Throwable cause(List<NodeVote> votes) {
		// What a server said. Why a node can't be reached is in its vote, and need not be
		// what the lock failed for.
		return votes.stream()
			.filter((vote) -> vote.verdict() == Verdict.FAILED)
			.map(NodeVote::cause)
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Returns how long the lock was waited for.
	 * @return the time from the call to the failure
	 */
	public Duration getWaited() {
		return this.waited;
	}

	/**
	 * Returns what the nodes said to the last attempt.
	 * @return one vote per configured node; none of an exception that was serialized,
	 * whose message still has them
	 */
	public List<NodeVote> getVotes() {
		return (this.votes != null) ? this.votes : List.of();
	}

}
