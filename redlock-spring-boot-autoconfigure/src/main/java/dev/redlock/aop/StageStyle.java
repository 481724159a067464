package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * For methods that return a {@link CompletionStage}: the lock is acquired without
 * blocking the caller and held until the stage completes. The method starts on a thread
 * for methods. What the caller gets completes after the release.
 */
final class StageStyle implements ReturnStyle {

	private final ResultCheck check;

	/**
	 * Creates the style.
	 * @param check checks what the stage completes with
	 */
	StageStyle(ResultCheck check) {
		this.check = check;
	}

	@Override
	public CompletableFuture<@Nullable Object> run(LockedCall call) {
		return LockedStage.start(DetachedInvocation.detach(call), this.check);
	}

	/**
	 * The outer call releases the lock, and may do so before the stage completes; then
	 * the stage fails.
	 */
	@Override
	public CompletableFuture<@Nullable Object> join(LockedCall call) {
		Frame frame = LockContext.innermost();
		try {
			CompletionStage<?> work = Stages.required(call, call.invocation().proceed());
			return JoinedStage.of(work, frame, call.request().whenLost(), (value) -> this.check.failure(call, value));
		}
		catch (Throwable ex) {
			// As without an outer call.
			return CompletableFuture.failedFuture(ex);
		}
	}

	@Override
	public CompletableFuture<@Nullable Object> skipped() {
		return CompletableFuture.completedFuture(null);
	}

}
