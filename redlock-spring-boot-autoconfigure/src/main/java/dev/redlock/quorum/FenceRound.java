package dev.redlock.quorum;

import java.util.List;
import java.util.function.BiConsumer;

import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.RedlockListener.Operation;
import dev.redlock.node.NodeCommand.RaiseFence;
import dev.redlock.node.NodeReply;

/**
 * The fencing token of a lease: what the granting quorum counted if they agree, otherwise
 * a greater value that a quorum accepts in one more round (S10).
 */
final class FenceRound implements RoundListener {

	private final Engine engine;

	private final List<String> keys;

	private final String token;

	private final BiConsumer<Round, Long> outcome;

	private long fence;

	/**
	 * Creates the round.
	 * @param engine the engine
	 * @param keys the keys of the lease
	 * @param token the token of the lease
	 * @param outcome gets the deciding round and the fencing token, zero for none
	 */
	FenceRound(Engine engine, List<String> keys, String token, BiConsumer<Round, Long> outcome) {
		this.engine = engine;
		this.keys = keys;
		this.token = token;
		this.outcome = outcome;
	}

	/**
	 * Finds the fencing token.
	 * @param grants the round that granted the lease
	 * @return the round that decides, which may have done so already
	 */
	Round settle(Round grants) {
		long highest = 0;
		int agreeing = 0;
		for (int i = 0; i < grants.size(); i++) {
			NodeReply reply = grants.reply(i);
			if (reply != null && reply.isDone() && reply.number() >= highest) {
				agreeing = (reply.number() == highest) ? agreeing + 1 : 1;
				highest = reply.number();
			}
		}
		if (agreeing >= grants.quorum().size()) {
			this.outcome.accept(grants, highest);
			return grants;
		}
		// Above the highest, since that one may have been given to somebody else, too.
		this.fence = highest + 1;
		return raise();
	}

	private Round raise() {
		RaiseFence command = new RaiseFence(this.keys, this.token, this.fence,
				this.engine.settings().fencingRetention().toMillis());
		Round raise = new Round(this.engine.nodes(), this.engine.clock(), this);
		raise.sendAndLeave((index) -> command);
		return raise;
	}

	/**
	 * Returns the votes of a round that raised counters: a refusal need not mean that
	 * somebody else has the key.
	 */
	static List<NodeVote> votes(Round raise) {
		return raise.votes().stream().map(FenceRound::vote).toList();
	}

	private static NodeVote vote(NodeVote vote) {
		return (vote.verdict() != Verdict.HELD) ? vote
				: new NodeVote(vote.node(), Verdict.FAILED, vote.latency(), new IllegalStateException(
						"its fencing counter was raised meanwhile, or another owner has the key there"));
	}

	@Override
	public void onVerdict(Round round, boolean reached) {
		try {
			this.engine.decided(Operation.FENCE, round, reached, true);
		}
		finally {
			// Whatever happens: the attempt waits for that.
			this.outcome.accept(round, reached ? this.fence : 0);
		}
	}

}
