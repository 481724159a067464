package dev.redlock.aop;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LossPolicy;

/**
 * A stage under the lease of an outer call, which ought to wait for it.
 */
final class JoinedStage {

	private JoinedStage() {
	}

	/**
	 * Returns a future that fails if the lease ends before the work does, which is
	 * cancelled then if the policy says so.
	 * @param work what the method returned
	 * @param frame the call under the lease of the outer one
	 * @param policy whether a loss matters
	 * @param check returns why work fails that brought a value, or {@code null}
	 * @return what the caller gets
	 */
	static CompletableFuture<@Nullable Object> of(CompletionStage<?> work, Frame frame, LossPolicy policy,
			Function<@Nullable Object, @Nullable Throwable> check) {
		Lease lease = frame.lease();
		CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
		work.whenComplete((value, ex) -> {
			Throwable unfit = (ex != null) ? ex : check.apply(value);
			Throwable failure = (unfit != null) ? failure(unfit, lease, policy) : failure(lease, policy);
			if (failure != null) {
				result.completeExceptionally(failure);
			}
			else {
				result.complete(value);
			}
		});
		result.whenComplete((value, ex) -> {
			if (result.isCancelled()) {
				Stages.cancel(work);
			}
		});
		if (policy == LossPolicy.INTERRUPT && !result.isDone()) {
			LossWatch watch = frame.watch();
			Runnable cancel = () -> Stages.cancel(work);
			watch.add(cancel);
			work.whenComplete((value, ex) -> watch.remove(cancel));
		}
		return result;
	}

	private static Throwable failure(Throwable ofWork, Lease lease, LossPolicy policy) {
		LeaseLostException loss = (policy == LossPolicy.INTERRUPT
				&& Stages.cause(ofWork) instanceof CancellationException) ? Losses.find(lease) : null;
		return (loss != null) ? loss : ofWork;
	}

	/**
	 * Returns why work under the lease of an outer call fails when it ends, or
	 * {@code null} if it does not.
	 */
	static @Nullable RuntimeException failure(Lease lease, LossPolicy policy) {
		if (lease.isValid()) {
			return null;
		}
		LeaseLostException loss = Losses.find(lease, policy);
		if (loss != null || lease.loss().isPresent()) {
			return loss;
		}
		return new IllegalStateException(
				("%s: the outer call released the lock before the work of the inner one had ended. Let the outer method "
						+ "return what waits for the inner one's")
					.formatted(String.join(", ", lease.resources())));
	}

}
