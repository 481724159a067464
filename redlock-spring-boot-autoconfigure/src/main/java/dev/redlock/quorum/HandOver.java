package dev.redlock.quorum;

import java.util.Set;

import dev.redlock.LeaseLostException;
import dev.redlock.LossReason;

/**
 * The end of a lease whose keys are somebody else's from now on: nothing is sent.
 */
final class HandOver {

	private HandOver() {
	}

	/**
	 * Hands a lease over.
	 * @return its token
	 * @throws LeaseLostException if it was lost
	 * @throws IllegalStateException if it was released or handed over before
	 */
	static String of(Holding holding) {
		holding.checkExpiry();
		if (!holding.become(LeaseState.HANDED_OVER)) {
			throw refusal(holding);
		}
		try {
			holding.ended();
			holding.turn().end();
		}
		finally {
			holding.tenure().ended(holding.tenure().held());
		}
		return holding.footprint().token();
	}

	private static RuntimeException refusal(Holding holding) {
		Set<String> resources = holding.terms().request().resources();
		LossReason loss = holding.loss();
		return (loss != null) ? new LeaseLostException(resources, loss) : new IllegalStateException(
				"%s: nobody holds it here any more, so that it can't be handed over. Hand a lease over once, and before you release it"
					.formatted(holding));
	}

}
