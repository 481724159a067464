package dev.redlock.quorum;

/**
 * From when and until when a lease may be relied on (S3, S7).
 *
 * @param since when the first byte of the round was sent that gave it, renewals aside
 * @param until when it ends, drift already subtracted
 */
record Validity(long since, long until) {

	static Validity of(long since, long ttlNanos, QuorumSettings settings) {
		return new Validity(since, since + ttlNanos - settings.drift().nanos(ttlNanos));
	}

	long remaining(long now) {
		return this.until - now;
	}

	/**
	 * Returns the validity that the later round gave, whatever order their answers had.
	 */
	Validity orLater(Validity other) {
		return (other.since - this.since >= 0) ? other : this;
	}

	/**
	 * Returns this validity, which a renewal makes longer, but never shorter. Which of
	 * the application's rounds was the later one stays as it is.
	 */
	Validity renewed(Validity other) {
		return (other.until - this.until > 0) ? new Validity(this.since, other.until) : this;
	}

}
