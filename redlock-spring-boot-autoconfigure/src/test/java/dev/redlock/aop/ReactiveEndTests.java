package dev.redlock.aop;

import java.util.Set;

import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

import dev.redlock.LeaseLostException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Publishers that end early: cancelled, failed, or without their lease.
 */
class ReactiveEndTests extends AbstractReactiveTests {

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
		StepVerifier.create(this.work.mono(() -> Mono.error(new UnsupportedOperationException()).then(Mono.empty())))
			.then(() -> {
				ManualLease lease = new ManualLease(Set.of("a"));
				lease.lose();
				lease.confirmRelease();
				this.redlock.last().complete(lease);
			})
			.verifyErrorSatisfies((ex) -> {
				assertThat(ex).isInstanceOf(UnsupportedOperationException.class);
				assertThat(ex.getSuppressed()).hasAtLeastOneElementOfType(LeaseLostException.class);
			});
	}

	@Test
	void aLossMayCancelTheWorkOrBeIgnored() {
		subscribe(this.work.interrupted(this::body));
		ManualLease lease = this.redlock.grantFreely();
		lease.lose();
		assertThat(this.seen).containsExactly("called", "cancelled", "LeaseLostException");
		assertThat(lease.isReleaseSent()).isTrue();
		StepVerifier.create(this.work.ignoring(() -> Flux.just("1"))).then(() -> {
			ManualLease ignored = new ManualLease(Set.of("a"));
			ignored.lose();
			ignored.confirmRelease();
			this.redlock.last().complete(ignored);
		}).expectNext("1").verifyComplete();
	}

}
