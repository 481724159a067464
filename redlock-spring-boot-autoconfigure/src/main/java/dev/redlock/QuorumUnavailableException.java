package dev.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.redlock.NodeVote.Verdict;

/**
 * A lock could not be had because too few nodes answered, or they answered too late.
 */
public final class QuorumUnavailableException extends LockNotAcquiredException {

	/**
	 * Creates the exception.
	 * @param resources what should have been locked
	 * @param waited how long the lock was waited for
	 * @param votes one vote per node, of the last attempt
	 */
	public QuorumUnavailableException(Set<String> resources, Duration waited, List<NodeVote> votes) {
		super("no quorum of %d out of %d nodes was usable".formatted(votes.size() / 2 + 1, votes.size()), remedy(votes),
				resources, waited, votes);
	}

	private static String remedy(List<NodeVote> votes) {
		long granted = votes.stream().filter((vote) -> vote.verdict() == Verdict.GRANTED).count();
		if (granted > votes.size() / 2) {
			return "A quorum granted the lock when its ttl was nearly over: use a longer ttl, or see what pauses the "
					+ "process";
		}
		Set<Verdict> verdicts = votes.stream().map(NodeVote::verdict).collect(Collectors.toSet());
		List<String> remedies = new ArrayList<>();
		if (verdicts.contains(Verdict.FAILED)) {
			remedies.add("Fix the errors that the failed nodes reported");
		}
		if (verdicts.contains(Verdict.QUARANTINED)) {
			remedies.add("Nodes in quarantine vote again by themselves, at the latest after redlock.max-ttl");
		}
		boolean down = verdicts.contains(Verdict.UNREACHABLE) || verdicts.contains(Verdict.TIMED_OUT);
		if (!down && remedies.isEmpty() && verdicts.contains(Verdict.PENDING)) {
			remedies.add("Use a longer wait time: it was over before the nodes had answered");
		}
		if (down || remedies.isEmpty()) {
			remedies.add("Bring back the nodes that are down, or correct their addresses and credentials; if they are "
					+ "only slow, raise redlock.node-timeout and keep it far below the ttl");
		}
		return String.join(". ", remedies);
	}

}
