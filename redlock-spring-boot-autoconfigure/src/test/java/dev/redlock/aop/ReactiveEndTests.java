package dev.redlock.aop;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

import dev.redlock.LeaseLostException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Publishers that end early: cancelled, failed, or without their lease.
 */
class ReactiveEndTests extends AbstractReactiveTests {

	private final List<Throwable> errors = new ArrayList<>();

	@Test
	void anErrorHalfWayIsSeenAfterTheRelease() {
		subscribe(this.work.flux(this::body));
		ManualLease lease = this.redlock.grant();
		this.body.tryEmitNext("1").orThrow();
		this.body.tryEmitError(new UnsupportedOperationException()).orThrow();
		assertThat(lease.isReleaseSent()).isTrue();
		assertThat(this.seen).containsExactly("called", "1");
		lease.confirmRelease();
		assertThat(this.seen).containsExactly("called", "1", "UnsupportedOperationException");
	}

	@Test
	void aMethodThatThrowsOrReturnsNothingReleases() {
		StepVerifier.create(this.work.mono(() -> {
			throw new UnsupportedOperationException("body");
		})).then(this.redlock::grantFreely).verifyErrorMessage("body");
		StepVerifier.create(this.work.mono(() -> null))
			.then(() -> assertThat(this.redlock.grantFreely().isReleaseSent()).isTrue())
			.verifyErrorSatisfies((ex) -> assertThat(ex).isInstanceOf(NullPointerException.class)
				.hasMessageContaining("Work.mono returned null"));
	}

	@Test
	void theMethodDoesNotRunIfTheLeaseWasLostBefore() {
		for (Flux<String> result : List.of(this.work.flux(this::body), this.work.ignoring(this::body),
				this.work.interrupted(this::body))) {
			subscribe(result);
			assertThat(this.redlock.grantTooLate().isReleaseSent()).isTrue();
		}
		assertThat(this.seen).hasSize(3).containsOnly("LeaseLostException");
	}

	@Test
	void aCancelWhileWaitingCancelsTheAcquire() {
		subscribe(this.work.flux(this::body)).dispose();
		assertThat(this.redlock.last()).isCancelled();
		assertThat(this.seen).isEmpty();
	}

	@Test
	void aCancelThatMeetsTheLeaseReleasesIt() {
		Disposable subscription = subscribe(this.work.flux(this::body));
		this.redlock.last().whenComplete((lease, ex) -> subscription.dispose());
		assertThat(this.redlock.grant().isReleaseSent()).isTrue();
	}

	@Test
	void aCancelWhileWorkingCancelsTheWorkAndReleases() {
		Disposable subscription = subscribe(this.work.flux(this::body));
		ManualLease lease = this.redlock.grant();
		subscription.dispose();
		assertThat(lease.isReleaseSent()).isTrue();
		assertThat(this.seen).containsExactly("called", "cancelled");
	}

	@Test
	void aCancelWhileTheMethodStillRunsReleasesWhenItReturns() {
		Disposable.Swap subscription = Disposables.swap();
		subscription.update(subscribe(this.work.flux(() -> {
			cancelAndLook(subscription);
			return body();
		})));
		assertThat(this.redlock.grant().isReleaseSent()).isTrue();
		assertThat(this.seen).startsWith("held");
	}

	@Test
	void aCancelWhileWhatItReturnedStillWorksReleasesAfterThat() {
		Disposable.Swap subscription = Disposables.swap();
		Mono<String> result = this.work.mono(() -> Mono.fromRunnable(() -> cancelAndLook(subscription)));
		subscription.update(subscribe(result.flux()));
		assertThat(this.redlock.grant().isReleaseSent()).isTrue();
		assertThat(this.seen).containsExactly("held");
	}

	private void cancelAndLook(Disposable subscription) {
		subscription.dispose();
		this.seen.add(((ManualLease) LockContext.currentLease()).isReleaseSent() ? "released" : "held");
	}

	@Test
	void aSubscriberThatHasEnoughReleases() {
		ManualLease[] lease = new ManualLease[1];
		StepVerifier.create(this.work.flux(() -> Flux.just("1", "2", "3")).take(2))
			.then(() -> lease[0] = this.redlock.grantFreely())
			.expectNext("1", "2")
			.verifyComplete();
		assertThat(lease[0].isReleaseSent()).isTrue();
	}

	@Test
	void aLossFailsAfterTheWork() {
		subscribe(this.work.flux(this::body));
		ManualLease lease = this.redlock.grantFreely();
		lease.lose();
		this.body.tryEmitNext("1").orThrow();
		this.body.tryEmitComplete().orThrow();
		assertThat(this.seen).containsExactly("called", "1", "LeaseLostException");
		assertThat(lease.isReleaseSent()).isTrue();
	}

	@Test
	void anErrorOfTheWorkWinsOverTheLoss() {
		subscribe(this.work.flux(this::body).doOnError((ex) -> this.errors.add(ex)));
		this.redlock.grantFreely().lose();
		this.body.tryEmitError(new UnsupportedOperationException()).orThrow();
		assertThat(this.seen).containsExactly("called", "UnsupportedOperationException");
		assertThat(this.errors.get(0).getSuppressed()).hasAtLeastOneElementOfType(LeaseLostException.class);
	}

	@Test
	void aLossMayCancelTheWork() {
		subscribe(this.work.interrupted(this::body));
		ManualLease lease = this.redlock.grantFreely();
		lease.lose();
		assertThat(this.seen).containsExactly("called", "cancelled", "LeaseLostException");
		assertThat(lease.isReleaseSent()).isTrue();
	}

	@Test
	void aLossMayInterruptTheMethodBeforeItReturns() {
		subscribe(this.work.interrupted(() -> {
			((ManualLease) LockContext.currentLease()).lose();
			this.seen.add(Thread.currentThread().isInterrupted() ? "interrupted" : "undisturbed");
			return body();
		}));
		this.redlock.grantFreely();
		assertThat(this.seen).startsWith("interrupted").endsWith("LeaseLostException");
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void aLossMayBeIgnored() {
		subscribe(this.work.ignoring(this::body));
		this.redlock.grantFreely().lose();
		this.body.tryEmitNext("1").orThrow();
		this.body.tryEmitComplete().orThrow();
		assertThat(this.seen).containsExactly("called", "1", "complete");
	}

}
