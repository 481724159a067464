package dev.redlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.redlock.NodeVote.Verdict;

/**
 * A lock could not be had because somebody else has it.
 */
public final class LockHeldException extends LockNotAcquiredException {

	private static final String HELD = "the lock is held by another owner";

	private final @Nullable Duration remaining;

	/**
	 * Creates the exception.
	 * @param resources what should have been locked
	 * @param waited how long the lock was waited for
	 * @param votes one vote per node, of the last attempt
	 * @param remaining for how long the owner has the lock at most, if that is known
	 */
	public LockHeldException(Set<String> resources, Duration waited, List<NodeVote> votes,
			@Nullable Duration remaining) {
		this(HELD, remedy(votes), resources, waited, votes, remaining);
	}

	private static String remedy(List<NodeVote> votes) {
		if (!votes.isEmpty() && votes.stream().allMatch((vote) -> vote.verdict() == Verdict.NOT_ASKED)) {
			return "No node was asked, since another caller of this process has the lock or others go first. "
					+ "Wait longer (waitTime), hold the lock for a shorter time, or, "
					+ "if the caller holds it itself, lock once: it waits for itself in vain";
		}
		return "Wait longer (waitTime), hold the lock for a shorter time, or, "
				+ "if nobody holds it, check whether the key is used for something else";
	}

	private LockHeldException(String reason, String remedy, Set<String> resources, Duration waited,
			List<NodeVote> votes, @Nullable Duration remaining) {
		super(reason, remedy, resources, waited, votes);
		this.remaining = remaining;
	}

	/**
	 * Creates the exception for a key that has no ttl on so many nodes that nobody can
	 * ever have the lock: what is there is no lock (S12).
	 * @param resources what should have been locked
	 * @param waited how long the lock was waited for
	 * @param votes one vote per node, of the last attempt
	 * @return the exception
	 */
	public static LockHeldException withoutTtl(Set<String> resources, Duration waited, List<NodeVote> votes) {
		return new LockHeldException(HELD + ": a value without a ttl, which is no lock of ours",
				"It stays until somebody deletes it, whatever the waitTime. If the key is used for something else, "
						+ "give the locks a name or set redlock.key-prefix; if another program locks with it, "
						+ "let that program set a ttl",
				resources, waited, votes, null);
	}

	/**
	 * Returns for how long the owner has the lock at most, as of the last attempt, unless
	 * it extends it.
	 * @return the time until a quorum of nodes is free; empty if it is not known: if
	 * another caller of this process has the lock, too few nodes told it, or the key has
	 * no ttl
	 */
	public Optional<Duration> getRemaining() {
		return Optional.ofNullable(this.remaining);
	}

}
