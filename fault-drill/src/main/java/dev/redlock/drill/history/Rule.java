package dev.redlock.drill.history;

import java.util.Comparator;
import java.util.List;

/**
 * Something that all possessions of one resource have to keep.
 */
public enum Rule {

	/**
	 * No two of them have a moment in common.
	 */
	MUTUAL_EXCLUSION {

		@Override
		boolean isBroken(Possession earlier, Possession later) {
			return later.from() <= earlier.until();
		}

		@Override
		Possession worse(Possession one, Possession other) {
			return (other.until() > one.until()) ? other : one;
		}

	},

	/**
	 * Nobody has what was to be kept for longer than it was needed.
	 */
	HOLD_AT_LEAST {

		@Override
		boolean isBroken(Possession earlier, Possession later) {
			return later.from() > earlier.until() && later.from() < earlier.keptUntil();
		}

		@Override
		Possession worse(Possession one, Possession other) {
			return (other.keptUntil() > one.keptUntil()) ? other : one;
		}

	},

	/**
	 * Fencing tokens increase.
	 */
	FENCING {

		@Override
		boolean isBroken(Possession earlier, Possession later) {
			return earlier.fencingToken() != null && later.fencingToken() != null
					&& later.fencingToken() <= earlier.fencingToken();
		}

		@Override
		Possession worse(Possession one, Possession other) {
			if (one.fencingToken() == null || other.fencingToken() == null) {
				return (one.fencingToken() != null) ? one : other;
			}
			return (other.fencingToken() > one.fencingToken()) ? other : one;
		}

	};

	/**
	 * Returns whether two possessions break the rule.
	 * @param earlier the one that began first
	 * @param later the other one
	 * @return {@code true} if they do
	 */
	abstract boolean isBroken(Possession earlier, Possession later);

	/**
	 * Returns which of two possessions those that begin later are more likely to break
	 * the rule with.
	 * @param one a possession
	 * @param other another one
	 * @return one of them
	 */
	abstract Possession worse(Possession one, Possession other);

	/**
	 * Looks for possessions that break the rule.
	 * @param possessions all of one resource, in any order
	 * @param violations gets one for each possession that breaks it with an earlier one
	 */
	void check(List<Possession> possessions, List<Violation> violations) {
		List<Possession> inOrder = possessions.stream().sorted(Comparator.comparingLong(Possession::from)).toList();
		Possession worst = null;
		for (Possession possession : inOrder) {
			if (worst == null) {
				worst = possession;
			}
			else {
				if (isBroken(worst, possession)) {
					violations.add(new Violation(this, worst, possession));
				}
				worst = worse(worst, possession);
			}
		}
	}

}
