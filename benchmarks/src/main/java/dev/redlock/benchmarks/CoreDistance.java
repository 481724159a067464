package dev.redlock.benchmarks;

/**
 * How far apart two cores were before and after a turn, as the time that a line of memory
 * takes from one to the other and back. On a virtual machine it changes whenever the host
 * moves one of them, and nearly all that is measured here changes with it.
 *
 * @param beforeNanos before the turn
 * @param afterNanos after it
 */
public record CoreDistance(double beforeNanos, double afterNanos) {

	private static final double LIKE = 2;

	/**
	 * Returns whether the cores stayed where they were.
	 * @return {@code false} if they were moved during the turn
	 */
	public boolean isSteady() {
		return isLike(this.beforeNanos, this.afterNanos);
	}

	/**
	 * Returns whether what was measured can be compared.
	 * @param other the distance during another turn
	 * @return {@code true} if both are steady and differ by less than a factor of two
	 */
	public boolean isLike(CoreDistance other) {
		return isSteady() && other.isSteady() && isLike(this.beforeNanos, other.beforeNanos);
	}

	private static boolean isLike(double one, double other) {
		return Math.max(one, other) < LIKE * Math.min(one, other);
	}

}
