package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ReactiveAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Operators;
import reactor.core.publisher.SignalType;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LossPolicy;

/**
 * One subscription to what an annotated method returns.
 */
final class LockedFlux {

	private final LockedCall call;

	private final ReactiveAdapter adapter;

	private final ResultCheck check;

	private final MethodRun run = new MethodRun();

	private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();

	/**
	 * Creates a subscription.
	 * @param call the call, not tied to the current thread
	 * @param adapter knows the return type
	 * @param check checks what is emitted
	 */
	LockedFlux(LockedCall call, ReactiveAdapter adapter, ResultCheck check) {
		this.call = call;
		this.adapter = adapter;
		this.check = check;
	}

	/**
	 * Returns what the method emits, under its lock.
	 * @param context the context of the subscriber
	 */
	Flux<Object> start(ContextView context) {
		Frame outer = context.getOrDefault(Frame.class, null);
		Frame joined = LockContext.joinable(outer, this.call.redlock(), this.call.request());
		if (joined == null || joined.run() == null) {
			return locked(context, outer);
		}
		Lease lease = joined.lease();
		LossPolicy policy = this.call.request().whenLost();
		Flux<Object> method = untilLost(subscribed(() -> LockContext.join(joined), method(LockObservation.none())),
				loss(joined), policy)
			// Not that of a lock in between.
			.contextWrite((inner) -> inner.put(Lease.class, lease))
			.concatWith(Mono.defer(() -> failed(JoinedStage.failure(lease, policy))));
		return joined.run().during(method, () -> locked(context, outer));
	}

	private Flux<Object> locked(ContextView context, @Nullable Frame outer) {
		LockObserver observer = this.call.observer();
		LockObservation observation = observer.start(this.call.request(),
				context.getOrDefault(observer.contextKey(), null));
		CompletableFuture<Lease> acquire = acquire(observation);
		Mono<Lease> lease = Mono
			.<Lease>create(
					(sink) -> this.call.threads().methods().whenComplete(acquire, (held, ex) -> end(sink, held, ex)))
			.onErrorMap(LockNotAcquiredException.class, Refused::new);
		return Flux
			.usingWhen(lease,
					(held) -> guarded(held, observation)
						.contextWrite((inner) -> entered(inner, outer, held, observation)),
					this::release, (held, ex) -> release(held), this::release)
			.onErrorResume(Refused.class, (ex) -> refused(ex.refusal, observation))
			.doOnError(observation::ended)
			.doOnComplete(() -> observation.ended(null))
			.doFinally((signal) -> {
				if (signal == SignalType.CANCEL) {
					abandon(acquire);
					observation.cancelled();
				}
			});
	}

	private static <T> void end(MonoSink<T> sink, @Nullable T value, @Nullable Throwable ex) {
		if (ex != null) {
			sink.error(ex);
		}
		else {
			sink.success(value);
		}
	}

	private CompletableFuture<Lease> acquire(LockObservation observation) {
		try {
			return this.call.redlock().acquireAsync(this.call.request());
		}
		catch (RuntimeException ex) {
			observation.ended(ex);
			throw ex;
		}
	}

	private Context entered(Context context, @Nullable Frame outer, Lease lease, LockObservation observation) {
		return observed(context, observation).put(Frame.class, new Frame(this.call.redlock(), lease, outer, this.run))
			.put(Lease.class, lease);
	}

	private Context observed(Context context, LockObservation observation) {
		return (observation != LockObservation.none())
				? context.put(this.call.observer().contextKey(), observation.current()) : context;
	}

	/**
	 * Releases the lease, but not while the method runs, which a cancellation does not
	 * end. What follows is where methods run, since it may block like them.
	 */
	private Mono<?> release(Lease lease) {
		CompletableFuture<?> released = this.run.over()
			.thenCompose((run) -> lease.releaseAsync())
			.whenComplete((outcome, ex) -> this.over.complete(null));
		return Mono.create((
				sink) -> this.call.threads().methods().whenComplete(released, (outcome, ex) -> end(sink, outcome, ex)));
	}

	/**
	 * Releases a lease that came when nobody wanted it any more, and so may never have
	 * been seen.
	 */
	private void abandon(CompletableFuture<Lease> acquire) {
		acquire.cancel(true);
		acquire.thenCombine(this.run.over(), (lease, run) -> lease.releaseAsync());
	}

	private Flux<Object> guarded(Lease lease, LockObservation observation) {
		this.call.threads().unattended().add(this.over);
		observation.acquired(lease);
		LeaseLostException before = Losses.find(lease);
		if (before != null) {
			return Flux.error(before);
		}
		LossPolicy policy = this.call.request().whenLost();
		Flux<Object> body = body(lease, observation).doOnComplete(() -> observation.worked(null))
			.doOnCancel(observation::workCancelled)
			.doOnError((ex) -> {
				observation.worked(ex);
				suppressLoss(ex, Losses.find(lease, policy));
			});
		return untilLost(body, Mono.fromFuture(lease.lost().toCompletableFuture(), true), policy)
			.concatWith(Mono.defer(() -> failed(Losses.find(lease, policy))));
	}

	private static Flux<Object> untilLost(Flux<Object> body, Mono<?> loss, LossPolicy policy) {
		// An error of the other would not cancel the body (reactor-core#4230).
		return (policy == LossPolicy.INTERRUPT) ? body.takeUntilOther(loss) : body;
	}

	private static Mono<Object> loss(Frame joined) {
		return Mono.create((sink) -> {
			LossWatch watch = joined.watch();
			Runnable end = sink::success;
			sink.onDispose(() -> watch.remove(end));
			watch.add(end);
		});
	}

	private static void suppressLoss(Throwable failure, @Nullable LeaseLostException loss) {
		if (loss != null) {
			failure.addSuppressed(loss);
		}
	}

	private static Mono<Object> failed(@Nullable RuntimeException failure) {
		return (failure != null) ? Mono.error(failure) : Mono.empty();
	}

	/**
	 * Calls the method and subscribes to what it returns, unless nobody wants that any
	 * more.
	 */
	private Flux<Object> body(Lease lease, LockObservation observation) {
		Flux<Object> body = subscribed(() -> LockContext.enter(this.call.redlock(), lease), method(observation));
		Flux<Object> interruptible = Flux.from((subscriber) -> this.call.interruptibly(lease, () -> {
			body.subscribe(subscriber);
			return true;
		}));
		return this.run.during(interruptible, Flux::never);
	}

	private Flux<Object> method(LockObservation observation) {
		return Flux.defer(() -> {
			// Not around the subscription, in which all may end.
			LockObservation.Scope scope = observation.enter();
			try {
				return checked(adapted(this.call.invocation().proceed()));
			}
			catch (Throwable ex) {
				return Flux.error(ex);
			}
			finally {
				scope.leave();
			}
		});
	}

	private Publisher<Object> checked(Publisher<Object> source) {
		return (this.check == ResultCheck.EACH)
				? Flux.from(source).doOnNext((value) -> this.check.requireDone(this.call, value)) : source;
	}

	/**
	 * Subscribes with the lease in the context of the thread.
	 */
	private static Flux<Object> subscribed(Supplier<@Nullable Frame> entering, Flux<Object> method) {
		return Flux.from((subscriber) -> {
			Frame outer = entering.get();
			MethodSubscriber guarded = new MethodSubscriber(Operators.toCoreSubscriber(subscriber));
			try {
				method.subscribe(guarded);
			}
			catch (Throwable ex) {
				guarded.fail(ex);
			}
			finally {
				LockContext.leave(outer);
			}
		});
	}

	private Flux<Object> refused(LockNotAcquiredException refusal, LockObservation observation) {
		try {
			return Flux.from(adapted(this.call.refused(refusal, observation)))
				.contextWrite((context) -> observed(context, observation));
		}
		catch (Throwable ex) {
			return Flux.error(ex);
		}
	}

	private Publisher<Object> adapted(@Nullable Object source) {
		if (source == null) {
			throw new NullPointerException("%s.%s returned null instead of a publisher".formatted(
					this.call.invocation().getMethod().getDeclaringClass().getName(),
					this.call.invocation().getMethod().getName()));
		}
		return this.adapter.toPublisher(source);
	}

	/**
	 * Tells our refusal from one that the method gets for a lock of its own.
	 */
	private static final class Refused extends RuntimeException {

		private final LockNotAcquiredException refusal;

		Refused(LockNotAcquiredException refusal) {
			super(refusal);
			this.refusal = refusal;
		}

	}

}
