package dev.redlock;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Told about what happens to locks and nodes. Called on the threads that do the work,
 * which may be that of a caller who has nothing to do with the lock: an implementation
 * must be thread-safe, quick, and never block: one of these threads extends all leases of
 * the process. What it throws is logged and does not reach the lock.
 * <p>
 * A bean of this type that needs {@link Redlock} itself takes an
 * {@code ObjectProvider<Redlock>} or a {@code @Lazy} one: the locks need their listeners
 * first, so that it would be a circular reference.
 */
public interface RedlockListener {

	/**
	 * An acquire ended: the lock was acquired, or refused. Once for each call, however
	 * many attempts it took.
	 * @param event what was asked for and what came of it
	 */
	default void onAcquire(AcquireEvent event) {
	}

	/**
	 * A round over the nodes was decided.
	 * @param event what the round did and how long it took
	 */
	default void onRound(RoundEvent event) {
	}

	/**
	 * An extension of a lease was tried.
	 * @param event what was held and what came of the extension
	 */
	default void onExtend(ExtendEvent event) {
	}

	/**
	 * A lease was released. A lease that was lost before is told as both.
	 * @param event what was held and for how long
	 */
	default void onRelease(ReleaseEvent event) {
	}

	/**
	 * A lease was lost.
	 * @param event what was held and why it ended
	 */
	default void onLoss(LossEvent event) {
	}

	/**
	 * A node has changed its state. The events of one node come one after the other, each
	 * from the state that the one before it led to; the first is from down, also if the
	 * node was up before anybody listened.
	 * @param event which node, and how it is now
	 */
	default void onNode(NodeEvent event) {
	}

	/**
	 * A lease begins: it was acquired, or taken over from elsewhere.
	 * @param event what is held
	 * @return told when that very lease ends, or {@code null} if nobody wants to know
	 */
	default @Nullable LeaseEnd onHold(HoldEvent event) {
		return null;
	}

	/**
	 * Told about the end of one lease, exactly once, whether it is released, handed over
	 * or lost. Like the listener, it must be quick and never block.
	 */
	@FunctionalInterface
	interface LeaseEnd {

		/**
		 * The lease ended.
		 * @param held the time from its begin to its release, hand-over or loss
		 */
		void onEnd(Duration held);

	}

	/**
	 * The begin of a lease.
	 *
	 * @param request what had been asked for
	 * @param ttl for how long the lock lives unless it is extended
	 */
	record HoldEvent(LockRequest request, Duration ttl) {
	}

	/**
	 * The end of an acquire.
	 *
	 * @param request what was asked for
	 * @param outcome what came of it
	 * @param waited the time from the call to its end
	 */
	record AcquireEvent(LockRequest request, AcquireOutcome outcome, Duration waited) {
	}

	/**
	 * The verdict of a round.
	 *
	 * @param operation what the nodes were asked to do
	 * @param outcome the verdict
	 * @param elapsed the time from before the first byte was sent to the verdict
	 */
	record RoundEvent(Operation operation, RoundOutcome outcome, Duration elapsed) {
	}

	/**
	 * The try to extend a lease.
	 *
	 * @param request what had been asked for
	 * @param outcome what came of it
	 */
	record ExtendEvent(LockRequest request, ExtendOutcome outcome) {
	}

	/**
	 * The release of a lease.
	 *
	 * @param request what had been asked for
	 * @param outcome what a quorum said
	 * @param held the time from the acquire to the release
	 */
	record ReleaseEvent(LockRequest request, ReleaseOutcome outcome, Duration held) {
	}

	/**
	 * The loss of a lease.
	 *
	 * @param request what had been asked for
	 * @param reason why the lease ended
	 * @param held the time from the acquire to the loss
	 */
	record LossEvent(LockRequest request, LossReason reason, Duration held) {
	}

	/**
	 * A change of the state of a node.
	 *
	 * @param name the name of the node
	 * @param from the state before
	 * @param to the state since
	 * @param detail why, and what to do; empty if there is nothing to say
	 */
	record NodeEvent(String name, NodeState from, NodeState to, String detail) {
	}

	/**
	 * What came of an acquire.
	 */
	enum AcquireOutcome {

		/**
		 * The lock was acquired.
		 */
		ACQUIRED,

		/**
		 * Another owner kept it.
		 */
		HELD,

		/**
		 * Too few nodes were usable.
		 */
		UNAVAILABLE,

		/**
		 * The caller was interrupted or cancelled the acquire, or the application shut
		 * down.
		 */
		INTERRUPTED

	}

	/**
	 * What came of an extension.
	 */
	enum ExtendOutcome {

		/**
		 * A quorum confirmed in time.
		 */
		EXTENDED,

		/**
		 * A quorum said that the keys are not ours.
		 */
		REFUSED,

		/**
		 * No quorum confirmed in time, or the lease had ended before any was asked.
		 */
		UNAVAILABLE,

		/**
		 * {@link Lease#extend} was called at the cap of extensions. Automatic extension
		 * ends there without another try, and the lease is lost as
		 * {@link LossReason#EXTENSION_LIMIT}.
		 */
		LIMIT

	}

	/**
	 * States of a node.
	 */
	enum NodeState {

		/**
		 * Connected, answering and voting.
		 */
		UP,

		/**
		 * Not connected, or not answering within the node time-out.
		 */
		DOWN,

		/**
		 * Connected, but not voting, since it restarted, was a replica or took the place
		 * of another server and may have forgotten locks.
		 */
		QUARANTINED

	}

	/**
	 * What nodes are asked to do in a round.
	 */
	enum Operation {

		/**
		 * Set the key.
		 */
		ACQUIRE,

		/**
		 * Prolong the key.
		 */
		EXTEND,

		/**
		 * Delete the key.
		 */
		RELEASE,

		/**
		 * Raise the fence counters.
		 */
		FENCE

	}

	/**
	 * How a round ended.
	 */
	enum RoundOutcome {

		/**
		 * A quorum did it.
		 */
		REACHED,

		/**
		 * A quorum answered, but too many of them refused.
		 */
		REFUSED,

		/**
		 * Too few nodes answered, or too late.
		 */
		UNAVAILABLE

	}

}
