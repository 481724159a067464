package dev.redlock.quorum;

/**
 * What a quorum granted.
 *
 * @param token the value of the keys
 * @param validity the validity
 * @param mayHold one bit per node that may have the keys
 * @param fence the fencing token, zero for none
 */
record Grant(String token, Validity validity, long mayHold, long fence) {

	@Override
	public String toString() {
		return "Grant[" + this.validity + "]";
	}

}
