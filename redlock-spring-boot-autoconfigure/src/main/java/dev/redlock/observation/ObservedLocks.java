package dev.redlock.observation;

import java.util.concurrent.atomic.AtomicBoolean;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.LockRequest;
import dev.redlock.aop.LockObservation;
import dev.redlock.aop.LockObserver;

/**
 * Makes observations of work under locks. A handler that fails costs observations, never
 * a lock. Thread-safe.
 */
public final class ObservedLocks implements LockObserver {

	private static final Logger logger = LoggerFactory.getLogger(ObservedLocks.class);

	private static final LockedObservationConvention DEFAULT_CONVENTION = new DefaultLockedObservationConvention();

	private static final LockPhaseObservationConvention DEFAULT_PHASE_CONVENTION = new DefaultLockPhaseObservationConvention();

	/**
	 * Where Micrometer has the current observation in a Reactor context.
	 */
	private static final String CONTEXT_KEY = "micrometer.observation";

	private final ObservationRegistry registry;

	private final @Nullable ObservationConvention<LockedObservationContext> convention;

	private final @Nullable ObservationConvention<LockPhaseObservationContext> phaseConvention;

	private final AtomicBoolean failed = new AtomicBoolean();

	/**
	 * Creates the observer.
	 * @param registry has the handlers
	 * @param convention names the work under a lock; {@code null} for the default, or
	 * what the registry says
	 * @param phaseConvention names the parts of it; {@code null} likewise
	 */
	public ObservedLocks(ObservationRegistry registry, @Nullable LockedObservationConvention convention,
			@Nullable LockPhaseObservationConvention phaseConvention) {
		this.registry = registry;
		this.convention = guarded(convention, DEFAULT_CONVENTION);
		this.phaseConvention = guarded(phaseConvention, DEFAULT_PHASE_CONVENTION);
	}

	private <T extends Observation.Context> @Nullable ObservationConvention<T> guarded(
			@Nullable ObservationConvention<T> own, ObservationConvention<T> standIn) {
		return (own != null) ? new GuardedConvention<>(own, standIn, this::failed) : null;
	}

	@Override
	public LockObservation start(LockRequest request, @Nullable Object outer) {
		try {
			return this.registry.isNoop() ? LockObservation.none() : startObservation(request, outer);
		}
		catch (Throwable ex) {
			failed(ex);
			return LockObservation.none();
		}
	}

	private LockObservation startObservation(LockRequest request, @Nullable Object outer) {
		LockedObservationContext context = new LockedObservationContext(request);
		Observation locked = RedlockObservation.LOCKED.observation(this.convention, DEFAULT_CONVENTION, () -> context,
				this.registry);
		if (locked.isNoop()) {
			return LockObservation.none();
		}
		ObservedCall call = new ObservedCall(this,
				(outer instanceof Observation parent) ? startIn(parent, locked) : started(locked), context);
		call.begin();
		return call;
	}

	@Override
	public Object contextKey() {
		return CONTEXT_KEY;
	}

	/**
	 * Returns the observation of a part, not started.
	 */
	Observation part(LockPhaseObservationContext context) {
		return RedlockObservation.PHASE.observation(this.phaseConvention, DEFAULT_PHASE_CONVENTION, () -> context,
				this.registry);
	}

	/**
	 * Starts an observation as part of another, which need not be the current one.
	 */
	Observation startIn(Observation parent, Observation observation) {
		// A tracer would take the current span of the thread rather than that of the
		// parent.
		LockObservation.Scope scope = open(parent);
		try {
			return started(observation.parentObservation(parent));
		}
		finally {
			scope.leave();
		}
	}

	private Observation started(Observation observation) {
		try {
			return observation.start();
		}
		catch (Throwable ex) {
			// The handlers before the one that failed have begun, and measure until the
			// end. They are told, unless a later one fails for want of a start.
			attempt(observation::stop);
			throw ex;
		}
	}

	/**
	 * Makes an observation the current one of this thread.
	 */
	LockObservation.Scope open(Observation observation) {
		Observation.Scope previous = null;
		try {
			previous = this.registry.getCurrentObservationScope();
			Observation.Scope scope = observation.openScope();
			Observation.Scope outer = previous;
			return () -> close(scope, outer);
		}
		catch (Throwable ex) {
			failed(ex);
			goBack(previous);
			return LockObservation.none().enter();
		}
	}

	private void close(Observation.Scope scope, Observation.@Nullable Scope previous) {
		try {
			scope.close();
		}
		catch (Throwable ex) {
			failed(ex);
			goBack(previous);
		}
	}

	private void goBack(Observation.@Nullable Scope scope) {
		// The registry goes back only after its handlers, one of which failed.
		attempt(() -> this.registry.setCurrentObservationScope(scope));
	}

	/**
	 * Does something that a handler may let fail.
	 */
	void attempt(Runnable action) {
		try {
			action.run();
		}
		catch (Throwable ex) {
			failed(ex);
		}
	}

	private void failed(Throwable ex) {
		if (ex instanceof InterruptedException) {
			// Undeclared, but meant for whoever waits next.
			Thread.currentThread().interrupt();
		}
		// A handler that fails does so at every call.
		if (this.failed.compareAndSet(false, true)) {
			logger.warn(
					"An observation failed. Locks keep working, but some of their observations may be missing. Further failures "
							+ "are logged at debug level",
					ex);
		}
		else {
			logger.debug("An observation failed", ex);
		}
	}

}
