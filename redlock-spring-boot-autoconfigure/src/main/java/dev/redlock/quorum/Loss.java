package dev.redlock.quorum;

import dev.redlock.LossReason;

/**
 * The end of a lease that nobody released (S8).
 */
final class Loss {

	private Loss() {
	}

	/**
	 * Loses a lease, unless it has ended before.
	 */
	static void of(Holding holding, LossReason reason) {
		if (holding.become(LeaseState.lost(reason))) {
			try {
				holding.ended();
				holding.turn().end();
			}
			finally {
				tell(holding, reason);
			}
		}
	}

	private static void tell(Holding holding, LossReason reason) {
		try {
			holding.tenure().lost(reason);
		}
		finally {
			LossGuard guard = holding.guard();
			if (guard != null) {
				guard.lost();
			}
			holding.engine().call(() -> holding.lost().complete(reason));
		}
	}

}
