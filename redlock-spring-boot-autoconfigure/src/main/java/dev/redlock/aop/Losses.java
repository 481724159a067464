package dev.redlock.aop;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LossPolicy;

/**
 * What a loss of the lease means for a method whose work ends later than its call (S8).
 */
final class Losses {

	private Losses() {
	}

	/**
	 * Returns the exception for the loss of a lease, or {@code null} if there was none or
	 * nobody wants to know.
	 */
	static @Nullable LeaseLostException find(Lease lease, LossPolicy policy) {
		return (policy != LossPolicy.IGNORE) ? find(lease) : null;
	}

	/**
	 * Returns the exception for the loss of a lease under which no work has begun, which
	 * then must not begin, or {@code null} if there was none.
	 */
	static @Nullable LeaseLostException find(Lease lease) {
		return lease.loss().map((reason) -> new LeaseLostException(lease.resources(), reason)).orElse(null);
	}

}
