package dev.redlock.aop;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import dev.redlock.Garbage;
import dev.redlock.Lease;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Publishers of locked methods within that of a locked method that is cancelled.
 */
class JoinedPublisherTests extends AbstractReactiveTests {

	private static final int MANY = 100;

	private final Disposable.Swap subscription = Disposables.swap();

	@Test
	void aJoinedMethodThatRunsWhenTheOuterOneIsCancelledKeepsTheLockUntilItReturns() {
		Sinks.One<String> go = Sinks.one();
		Mono<String> result = this.work.mono(() -> go.asMono().flatMap((said) -> this.work.mono(() -> {
			this.subscription.dispose();
			this.seen.add(((ManualLease) LockContext.currentLease()).isReleaseSent() ? "released" : "held");
			return Mono.just(said);
		})));
		this.subscription.update(subscribe(result.flux()));
		ManualLease lease = this.redlock.grant();
		go.tryEmitValue("go").orThrow();
		assertThat(this.seen).containsExactly("held");
		assertThat(lease.isReleaseSent()).isTrue();
		assertThat(this.redlock.count()).isOne();
	}

	@Test
	void theLeaseInTheContextIsThatWhichIsJoinedAndNotTheOneOfALockInBetween() {
		List<Lease> leases = new ArrayList<>();
		Flux<String> inner = Flux.defer(() -> this.work.flux(() -> Flux.deferContextual((context) -> {
			leases.add(context.get(Lease.class));
			leases.add(LockContext.currentLease());
			return Flux.just("done");
		})));
		subscribe(this.work.flux(() -> this.work.another(() -> inner)));
		ManualLease outer = this.redlock.grantFreely();
		this.redlock.grantFreely();
		assertThat(this.seen).containsExactly("done", "complete");
		assertThat(leases).containsExactly(outer, outer);
	}

	@Test
	void aLossCancelsTheWorkOfAJoinedMethodThatWantsThat() {
		subscribe(this.work.flux(() -> this.work.interrupted(this::body)));
		ManualLease lease = this.redlock.grantFreely();
		assertThat(this.seen).containsExactly("called");
		lease.lose();
		assertThat(this.seen).containsExactly("called", "cancelled", "LeaseLostException");
		assertThat(this.redlock.count()).isOne();
	}

	@Test
	void subscriptionsThatHaveEndedLeaveNothingWithTheLeaseThatTheyJoined() {
		List<WeakReference<?>> ended = new ArrayList<>();
		Flux<String> inner = Flux.defer(() -> {
			Object emitted = new Object();
			ended.add(new WeakReference<>(emitted));
			return this.work.interrupted(() -> Flux.just(emitted).map(Object::toString));
		});
		subscribe(this.work.flux(() -> inner.repeat(MANY - 1).thenMany(this.work.interrupted(this::body))));
		ManualLease lease = this.redlock.grantFreely();
		assertThat(ended).hasSize(MANY);
		assertThat(lease.awaitingLoss()).isLessThan(MANY);
		Garbage.awaitCollected(ended);
		lease.lose();
		assertThat(this.seen).containsExactly("called", "cancelled", "LeaseLostException");
	}

	@Test
	void norDoFuturesWithinSubscriptionsThatBeginLater() {
		Sinks.Many<String> messages = Sinks.many().unicast().onBackpressureBuffer();
		subscribe(this.work
			.flux(() -> messages.asFlux().concatMap((message) -> this.work.flux(() -> joined(message).flux()))));
		ManualLease lease = this.redlock.grantFreely();
		IntStream.range(0, MANY).forEach((number) -> messages.tryEmitNext("message").orThrow());
		assertThat(this.seen).hasSize(MANY);
		assertThat(this.redlock.count()).isOne();
		assertThat(lease.awaitingLoss()).isLessThan(MANY);
	}

	private Mono<String> joined(String message) {
		CompletableFuture<String> inner = new CompletableFuture<>();
		CompletableFuture<String> joined = this.work.stage(() -> inner);
		inner.complete(message);
		return Mono.fromFuture(joined);
	}

	@Test
	void whatIsOnlyMadeWhileTheThreadHasALockAsksForOneOfItsOwn() {
		Frame outer = LockContext.enter(this.redlock, new ManualLease(Set.of("a")));
		Flux<String> made = this.work.fenced(() -> Flux.just("done"));
		LockContext.leave(outer);
		subscribe(made);
		this.redlock.grantFreely();
		assertThat(this.seen).containsExactly("done", "complete");
	}

	@Test
	void aCallThatComesAfterTheCancelWaitsForALockOfItsOwn() {
		Mono<String> inner = this.work.mono(() -> {
			this.seen.add("inner");
			return Mono.empty();
		});
		Mono<String> result = this.work.mono(() -> Mono.deferContextual((context) -> {
			this.subscription.dispose();
			inner.contextWrite(context).subscribe();
			this.seen.add("outer");
			return Mono.empty();
		}));
		this.subscription.update(subscribe(result.flux()));
		ManualLease lease = this.redlock.grant();
		assertThat(this.seen).containsExactly("outer");
		assertThat(lease.isReleaseSent()).isTrue();
		assertThat(this.redlock.count()).isEqualTo(2);
		this.redlock.grantFreely();
		assertThat(this.seen).containsExactly("outer", "inner");
	}

}
