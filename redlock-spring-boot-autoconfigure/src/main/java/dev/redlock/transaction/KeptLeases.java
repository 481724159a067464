package dev.redlock.transaction;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossPolicy;

/**
 * The leases that a transaction keeps until it has completed. The transaction knows it as
 * one of its synchronizations, so it goes with it when the transaction is suspended.
 */
final class KeptLeases implements TransactionSynchronization, PriorityOrdered {

	private final TransactionalLeaseCloser owner;

	private final Deque<Lease> leases = new ArrayDeque<>();

	/**
	 * Those of which somebody wants to know the loss.
	 */
	private final Set<Lease> guarded = new HashSet<>();

	private KeptLeases(TransactionalLeaseCloser owner) {
		this.owner = owner;
	}

	/**
	 * Returns those of the transaction that the current thread runs, of all owners.
	 */
	static Stream<KeptLeases> current() {
		return TransactionSynchronizationManager.isSynchronizationActive()
				? TransactionSynchronizationManager.getSynchronizations()
					.stream()
					.filter(KeptLeases.class::isInstance)
					.map(KeptLeases.class::cast)
				: Stream.empty();
	}

	/**
	 * Returns those of one owner, if the transaction has some.
	 */
	static @Nullable KeptLeases find(TransactionalLeaseCloser owner) {
		return current().filter((kept) -> kept.owner == owner).findAny().orElse(null);
	}

	/**
	 * Starts to keep leases of an owner in the transaction that the current thread runs.
	 */
	static KeptLeases register(TransactionalLeaseCloser owner) {
		KeptLeases kept = new KeptLeases(owner);
		TransactionSynchronizationManager.registerSynchronization(kept);
		return kept;
	}

	void add(Lease lease) {
		this.leases.push(lease);
		guard(lease, lease.whenLost());
	}

	private void guard(Lease lease, LossPolicy whenLost) {
		if (whenLost != LossPolicy.IGNORE) {
			this.guarded.add(lease);
		}
	}

	/**
	 * Returns the leases whose loss matters to at least one of the actions that ran under
	 * them.
	 */
	Set<Lease> guarded() {
		return this.guarded;
	}

	@Nullable Lease find(LockRequest request) {
		for (Lease lease : this.leases) {
			if (lease.resources().containsAll(request.resources()) && lease.isValid()) {
				requireFence(lease, request);
				guard(lease, request.whenLost());
				return lease;
			}
		}
		this.leases.forEach((lease) -> requireDisjoint(lease, request));
		return null;
	}

	private static void requireDisjoint(Lease lease, LockRequest request) {
		if (!Collections.disjoint(lease.resources(), request.resources()) && lease.isValid()) {
			throw new IllegalStateException(
					("%s: can't be locked together, since the current transaction keeps a part of it locked until its end "
							+ "(%s) and would be waited for in vain. Lock all of it the first time")
						.formatted(String.join(", ", request.resources()), String.join(", ", lease.resources())));
		}
	}

	private static void requireFence(Lease lease, LockRequest request) {
		if (request.fencing() && lease.fencingToken().isEmpty()) {
			throw new IllegalStateException(
					"%s: locked by the current transaction already, but without the fencing token that is asked for now. "
						.formatted(String.join(", ", request.resources())) + "Ask for fencing the first time, too");
		}
	}

	/**
	 * Before all others, which may want the same lock for what they do after the commit;
	 * those of the same order that came earlier only come later as this one has priority.
	 */
	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public void afterCompletion(int status) {
		if (this.leases.size() > 1) {
			// All at once: one after the other, each would wait for a quorum.
			this.leases.forEach(Lease::releaseAsync);
		}
		while (!this.leases.isEmpty()) {
			this.leases.pop().close();
		}
	}

}
