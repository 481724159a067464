package dev.redlock.aop;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LockRequest;

/**
 * Watches nothing, at no cost.
 */
final class Unobserved implements LockObserver, LockObservation {

	static final Unobserved INSTANCE = new Unobserved();

	private static final Scope NOWHERE = () -> {
	};

	private Unobserved() {
	}

	@Override
	public LockObservation start(LockRequest request, @Nullable Object outer) {
		return this;
	}

	@Override
	public Object contextKey() {
		return Unobserved.class;
	}

	@Override
	public void acquired(Lease lease) {
	}

	@Override
	public void refused(Throwable failure) {
	}

	@Override
	public void worked(@Nullable Throwable failure) {
	}

	@Override
	public void workCancelled() {
	}

	@Override
	public void ended(@Nullable Throwable failure) {
	}

	@Override
	public void cancelled() {
	}

	@Override
	public Scope enter() {
		return NOWHERE;
	}

	@Override
	public Object current() {
		return this;
	}

}
