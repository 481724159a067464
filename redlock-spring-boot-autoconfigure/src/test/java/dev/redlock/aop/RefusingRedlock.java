package dev.redlock.aop;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.LockedAction;
import dev.redlock.QuorumUnavailableException;

/**
 * Grants nothing.
 */
final class RefusingRedlock extends StubRedlock {

	private final Function<Set<String>, LockNotAcquiredException> refusal;

	private RefusingRedlock(Function<Set<String>, LockNotAcquiredException> refusal) {
		this.refusal = refusal;
	}

	static RefusingRedlock held() {
		return new RefusingRedlock(
				(resources) -> new LockHeldException(resources, Duration.ofMillis(1), List.of(), null));
	}

	static RefusingRedlock unavailable() {
		return new RefusingRedlock(
				(resources) -> new QuorumUnavailableException(resources, Duration.ofMillis(1), List.of()));
	}

	@Override
	public <T extends @Nullable Object> T execute(LockRequest request, LockedAction<T> action) {
		throw this.refusal.apply(request.resources());
	}

}
