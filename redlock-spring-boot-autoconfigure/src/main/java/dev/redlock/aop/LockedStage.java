package dev.redlock.aop;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LossPolicy;

/**
 * One call of a method that returns a stage, from the acquire to the end of the release.
 */
final class LockedStage {

	private final LockedCall call;

	private final ResultCheck check;

	private final LockObservation observation;

	private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();

	private final AtomicBoolean ended = new AtomicBoolean();

	private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();

	private volatile @Nullable Work work;

	private LockedStage(LockedCall call, ResultCheck check) {
		this.call = call;
		this.check = check;
		this.observation = call.observe();
	}

	/**
	 * Starts a call.
	 * @param call the call, not tied to the current thread
	 * @param check checks what the stage completes with
	 * @return what the caller gets
	 */
	static CompletableFuture<@Nullable Object> start(LockedCall call, ResultCheck check) {
		LockedStage stage = new LockedStage(call, check);
		CompletableFuture<Lease> acquire;
		try {
			acquire = call.redlock().acquireAsync(call.request());
		}
		catch (RuntimeException ex) {
			stage.observation.ended(ex);
			return CompletableFuture.failedFuture(ex);
		}
		stage.result.whenComplete((value, ex) -> stage.settled(acquire));
		call.threads().methods().whenComplete(acquire, stage::acquired);
		return stage.result;
	}

	/**
	 * The result is complete: by us, or because the caller lost interest.
	 */
	private void settled(CompletableFuture<Lease> acquire) {
		acquire.cancel(true);
		Work work = this.work;
		if (work != null && this.result.isCancelled()) {
			abandon(work);
		}
	}

	private void acquired(@Nullable Lease lease, @Nullable Throwable failure) {
		if (lease == null) {
			refused((failure != null) ? failure : new IllegalStateException("An acquire brought no lease"));
		}
		else if (this.result.isDone()) {
			lease.releaseAsync();
			this.observation.cancelled();
		}
		else {
			start(lease);
		}
	}

	private void start(Lease lease) {
		this.call.threads().unattended().add(this.over);
		try {
			this.observation.acquired(lease);
			LeaseLostException loss = Losses.find(lease);
			if (loss != null) {
				release(lease, null, loss);
				return;
			}
			Work work = new Work(lease, proceed(lease));
			this.work = work;
			work.stage()
				.whenComplete(
						(value, ex) -> end(lease, value, (ex != null) ? ex : this.check.failure(this.call, value)));
			if (this.call.request().whenLost() == LossPolicy.INTERRUPT) {
				lease.lost().thenRun(work::cancel);
			}
			if (this.result.isCancelled()) {
				abandon(work);
			}
		}
		catch (Throwable ex) {
			end(lease, null, ex);
		}
	}

	private CompletionStage<?> proceed(Lease lease) throws Throwable {
		return Stages.required(this.call, this.call.<@Nullable Object, Throwable>interruptibly(lease,
				() -> this.call.proceed(lease, this.observation)));
	}

	private void abandon(Work work) {
		work.cancel();
		// A stage that can't be cancelled has no say in it.
		end(work.lease(), null, new CancellationException());
	}

	private void end(Lease lease, @Nullable Object value, @Nullable Throwable failure) {
		if (this.ended.compareAndSet(false, true)) {
			Throwable verdict = verdict(failure, Losses.find(lease, this.call.request().whenLost()));
			try {
				this.observation.worked(failure);
			}
			finally {
				release(lease, value, verdict);
			}
		}
	}

	/**
	 * Releases the lease, and completes the result after that: where methods run, since
	 * what depends on it may block like them.
	 */
	private void release(Lease lease, @Nullable Object value, @Nullable Throwable verdict) {
		this.call.threads().methods().whenComplete(lease.releaseAsync().toCompletableFuture(), (outcome, ex) -> {
			try {
				complete(value, verdict);
			}
			finally {
				this.over.complete(null);
			}
		});
	}

	private @Nullable Throwable verdict(@Nullable Throwable failure, @Nullable LeaseLostException loss) {
		if (loss == null) {
			return failure;
		}
		Throwable cause = Stages.cause(failure);
		boolean cancelledByUs = cause instanceof CancellationException
				&& this.call.request().whenLost() == LossPolicy.INTERRUPT;
		if (cause == null || cancelledByUs) {
			return loss;
		}
		cause.addSuppressed(loss);
		return failure;
	}

	private void complete(@Nullable Object value, @Nullable Throwable failure) {
		try {
			this.observation.ended(failure);
		}
		finally {
			if (failure != null) {
				this.result.completeExceptionally(failure);
			}
			else {
				this.result.complete(value);
			}
		}
	}

	private void refused(Throwable failure) {
		if (this.result.isDone() || !(failure instanceof LockNotAcquiredException refusal)) {
			complete(null, failure);
			return;
		}
		try {
			Stages.required(this.call, this.call.refused(refusal, this.observation)).whenComplete(this::complete);
		}
		catch (Throwable ex) {
			complete(null, ex);
		}
	}

	/**
	 * The method under its lease.
	 *
	 * @param lease the lease
	 * @param stage what the method returned
	 */
	private record Work(Lease lease, CompletionStage<?> stage) {

		void cancel() {
			Stages.cancel(this.stage);
		}

	}

}
