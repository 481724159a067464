package dev.redlock.observation;

import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;

import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.aop.LockObservation;
import dev.redlock.observation.LockPhaseObservationContext.Phase;

/**
 * The observation of one call, and of the part of it that runs now. It ends once, and a
 * part that begins later, since the call was cancelled meanwhile, ends at once.
 */
final class ObservedCall implements LockObservation {

	private static final Part NONE = new Part(Observation.NOOP, null);

	private static final Part ENDED = new Part(Observation.NOOP, null);

	private final ObservedLocks locks;

	private final Observation locked;

	private final LockedObservationContext context;

	private final AtomicReference<Part> part = new AtomicReference<>(NONE);

	private volatile @Nullable Lease lease;

	private volatile @Nullable LockedOutcome refusal;

	/**
	 * Creates the observation of a call.
	 * @param locks what observes it
	 * @param locked the whole call, started
	 * @param context the context of the whole
	 */
	ObservedCall(ObservedLocks locks, Observation locked, LockedObservationContext context) {
		this.locks = locks;
		this.locked = locked;
		this.context = context;
	}

	/**
	 * The acquire begins.
	 */
	void begin() {
		begin(Phase.ACQUIRE);
	}

	private void begin(Phase phase) {
		this.locks.attempt(() -> {
			LockPhaseObservationContext context = new LockPhaseObservationContext(this.context.getRequest(), phase);
			Observation observation = this.locks.part(context);
			if (observation.isNoop()) {
				return;
			}
			Part next = new Part(this.locks.startIn(this.locked, observation), context);
			if (!this.part.compareAndSet(NONE, next)) {
				end(next, LockedOutcome.CANCELLED, null);
			}
		});
	}

	private void endPart(LockedOutcome outcome, @Nullable Throwable failure) {
		end(this.part.getAndUpdate((last) -> (last != ENDED) ? NONE : ENDED), outcome, failure);
	}

	private void end(Part part, LockedOutcome outcome, @Nullable Throwable failure) {
		LockPhaseObservationContext context = part.context();
		if (context != null) {
			context.setOutcome(outcome);
			stop(part.observation(), failure);
		}
	}

	private void stop(Observation observation, @Nullable Throwable failure) {
		if (failure != null) {
			this.locks.attempt(() -> observation.error(failure));
		}
		this.locks.attempt(observation::stop);
	}

	@Override
	public void acquired(Lease lease) {
		this.lease = lease;
		this.locks.attempt(() -> this.context.setFencingToken(lease.fencingToken()));
		endPart(LockedOutcome.ACQUIRED, null);
		begin(Phase.BODY);
	}

	@Override
	public void refused(Throwable failure) {
		LockedOutcome outcome = LockedOutcome.ofRefusal(failure);
		this.refusal = outcome;
		endPart(outcome, failure);
	}

	@Override
	public void worked(@Nullable Throwable failure) {
		Throwable cause = cause(failure);
		endPart(LockedOutcome.ofWork(cause), cause);
	}

	@Override
	public void workCancelled() {
		endPart(isLost() ? LockedOutcome.LOST : LockedOutcome.CANCELLED, null);
	}

	@Override
	public void ended(@Nullable Throwable failure) {
		Throwable cause = cause(failure);
		LockedOutcome refusal = this.refusal;
		end(cause, isLost() ? LockedOutcome.LOST : (this.lease != null) ? LockedOutcome.ofWork(cause)
				: (refusal != null) ? refusal : LockedOutcome.ofRefusal(cause));
	}

	@Override
	public void cancelled() {
		end(null, isLost() ? LockedOutcome.LOST
				: (this.lease != null) ? LockedOutcome.CANCELLED : LockedOutcome.INTERRUPTED);
	}

	private void end(@Nullable Throwable failure, LockedOutcome outcome) {
		Part last = this.part.getAndSet(ENDED);
		if (last != ENDED) {
			end(last, outcome, failure);
			this.context.setOutcome(outcome);
			stop(this.locked, failure);
		}
	}

	private boolean isLost() {
		Lease lease = this.lease;
		return lease != null && lease.loss().isPresent();
	}

	private static @Nullable Throwable cause(@Nullable Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	@Override
	public Scope enter() {
		return this.locks.open(current());
	}

	@Override
	public Observation current() {
		Part part = this.part.get();
		return (part.context() != null) ? part.observation() : this.locked;
	}

	/**
	 * The acquire or the body.
	 *
	 * @param observation its observation
	 * @param context the context of that, or {@code null} if there is none
	 */
	private record Part(Observation observation, @Nullable LockPhaseObservationContext context) {
	}

}
