package dev.redlock.aop;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

import dev.redlock.LeaseLostException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Methods that return a {@link Mono} or {@link Flux}, on five real servers.
 */
class GuardedPublishersTests extends AbstractGuardedWorkTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	@Test
	void aMonoHoldsTheKeyUntilItsEndAndNobodyIsBlocked() throws Exception {
		CompletableFuture<String> pending = new CompletableFuture<>();
		hold();
		CompletableFuture<String> result = work().mono(() -> Mono.fromFuture(pending)).toFuture();
		assertThat(result).isNotDone();
		letGo();
		awaitKeys();
		assertThat(isFree()).isFalse();
		pending.complete("done");
		assertThat(result(result)).isEqualTo("done");
		assertKeysGone();
	}

	@Test
	void nothingIsLockedWithoutASubscription() {
		work().mono(() -> Mono.just("done"));
		work().flux(() -> Flux.just("done"));
		assertThat(keys()).isZero();
	}

	@Test
	void aMonoThatIsCancelledBetweenRequestAndCompletionFreesTheKey() {
		Disposable subscription = work().mono(body(Mono.never())).subscribe();
		awaitWork();
		subscription.dispose();
		assertKeysGone();
	}

	@Test
	void aFluxWhoseCleanUpFailsFreesTheKey() throws Exception {
		CompletableFuture<Boolean> emitting = new CompletableFuture<>();
		Disposable subscription = work().flux(() -> Flux.create((sink) -> {
			sink.onCancel(() -> {
				throw new IllegalStateException("of the clean-up");
			});
			emitting.complete(true);
		})).subscribe();
		assertThat(result(emitting)).isTrue();
		subscription.dispose();
		assertKeysGone();
	}

	@Test
	void anErrorThatReactorSignalsToNobodyReachesTheSubscriberAndFreesTheKey() {
		StepVerifier.create(work().mono(() -> Mono.fromCallable(() -> {
			throw new NoClassDefFoundError("of the work");
		}))).expectError(NoClassDefFoundError.class).verify(PATIENCE);
		assertKeysGone();
	}

	@Test
	void aMonoThatIsCancelledWhileItWaitsLeavesNothing() throws Exception {
		hold();
		boolean[] called = new boolean[1];
		work().mono(() -> {
			called[0] = true;
			return Mono.never();
		}).subscribe().dispose();
		letGo();
		assertKeysGone();
		assertThat(isFree()).isTrue();
		assertThat(called[0]).isFalse();
	}

	@Test
	void aCancelAtAnyMomentLeavesNothing() {
		for (int i = 0; i < 200; i++) {
			Disposable subscription = work().flux(Flux::never).subscribe();
			long until = System.nanoTime() + i * 10_000L;
			while (System.nanoTime() < until) {
				Thread.onSpinWait();
			}
			subscription.dispose();
		}
		assertKeysGone();
	}

	@Test
	void aFluxThatFailsHalfWayFreesTheKey() {
		StepVerifier
			.create(work()
				.flux(() -> Flux.just("1", "2").concatWith(Mono.error(new UnsupportedOperationException("half-way"))))
				.onErrorMap((ex) -> new IllegalStateException(ex.getMessage() + ", keys left: " + (keys() > 2))))
			.expectNext("1", "2")
			.expectErrorMessage("half-way, keys left: false")
			.verify(PATIENCE);
		assertKeysGone();
	}

	@Test
	void aBodyThatThrowsFreesTheKey() {
		StepVerifier.create(work().mono(() -> {
			throw new UnsupportedOperationException("body");
		})).expectErrorMessage("body").verify(PATIENCE);
		assertKeysGone();
	}

	@Test
	void aSubscriberThatHasEnoughFreesTheKey() {
		StepVerifier.create(work().flux(() -> Flux.just("1", "2", "3")).take(2))
			.expectNext("1", "2")
			.expectComplete()
			.verify(PATIENCE);
		assertKeysGone();
	}

	@Test
	void theKeyIsHeldWhileElementsFlow() {
		Sinks.Many<String> source = Sinks.many().unicast().onBackpressureBuffer();
		StepVerifier.create(work().flux(source::asFlux)).then(() -> {
			awaitKeys();
			source.tryEmitNext("1").orThrow();
		}).expectNext("1").then(() -> {
			assertThat(keys()).isEqualTo(5);
			source.tryEmitComplete().orThrow();
		}).expectComplete().verify(PATIENCE);
		assertKeysGone();
	}

	@Test
	void aHundredSubscriptionsRunOneAfterAnother() {
		Together together = new Together();
		Mono<String> mono = work().mono(() -> Mono.fromFuture(together.work()));
		StepVerifier.create(Flux.range(0, 100).flatMap((index) -> mono, 100))
			.expectNextCount(100)
			.expectComplete()
			.verify(PATIENCE.multipliedBy(2));
		together.assertNever(100);
		assertKeysGone();
	}

	@Test
	void aLeaseThatExpiresFailsTheMonoAfterTheWork() {
		StepVerifier.create(work().shortMono(() -> Mono.just("done").delayElement(Duration.ofMillis(600))))
			.expectError(LeaseLostException.class)
			.verify(PATIENCE);
		assertKeysGone();
	}

	@Test
	void aLeaseThatIsTakenCancelsTheFluxIfSoWished() {
		StepVerifier.create(work().interruptedFlux(body(Flux.never()))).then(() -> {
			awaitWork();
			deleteKeys();
		}).expectError(LeaseLostException.class).verify(PATIENCE);
		assertKeysGone();
	}

	@Test
	void aHeldKeyMaySkipTheMono() throws Exception {
		hold();
		StepVerifier.create(work().skippedMono(Mono::never)).expectComplete().verify(PATIENCE);
	}

}
