package dev.redlock.aop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

import io.reactivex.rxjava3.core.Maybe;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.mock.env.MockEnvironment;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;
import dev.redlock.annotation.WhenLost;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Methods that return a publisher, step by step.
 */
class ReactiveStyleTests {

	private final ManualRedlock redlock = new ManualRedlock();

	private final Sinks.Many<String> body = Sinks.many().unicast().onBackpressureBuffer();

	private final List<String> seen = new ArrayList<>();

	private AnnotationConfigApplicationContext context;

	private Work work;

	@BeforeEach
	void start() {
		this.context = AopContexts.of(this.redlock, new MockEnvironment(), Work.class);
		this.work = this.context.getBean(Work.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	private Flux<String> body() {
		this.seen.add("called");
		return this.body.asFlux().doOnCancel(() -> this.seen.add("cancelled"));
	}

	private Disposable subscribe(Flux<String> result) {
		return result.subscribe(this.seen::add, (ex) -> this.seen.add(ex.getClass().getSimpleName()),
				() -> this.seen.add("complete"));
	}

	@Test
	void nothingIsLockedBeforeTheSubscriptionAndEachSubscriptionIsALockOfItsOwn() {
		Mono<String> result = this.work.mono(() -> Mono.just("x"));
		assertThat(this.redlock.count()).isZero();
		StepVerifier.create(result).then(this.redlock::grantFreely).expectNext("x").verifyComplete();
		StepVerifier.create(result).then(this.redlock::grantFreely).expectNext("x").verifyComplete();
		assertThat(this.redlock.count()).isEqualTo(2);
	}

	@Test
	void elementsFlowUnderTheLockAndItsEndIsSeenAfterTheRelease() {
		subscribe(this.work.flux(this::body));
		assertThat(this.seen).isEmpty();
		ManualLease lease = this.redlock.grant();
		this.body.tryEmitNext("1").orThrow();
		assertThat(this.seen).containsExactly("called", "1");
		assertThat(lease.isReleaseSent()).isFalse();
		this.body.tryEmitComplete().orThrow();
		assertThat(lease.isReleaseSent()).isTrue();
		assertThat(this.seen).doesNotContain("complete");
		lease.confirmRelease();
		assertThat(this.seen).containsExactly("called", "1", "complete");
	}

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
	void theResultOfAMonoIsSeenAfterTheRelease() {
		this.work.mono(() -> Mono.just("x")).subscribe(this.seen::add);
		ManualLease lease = this.redlock.grant();
		assertThat(lease.isReleaseSent()).isTrue();
		assertThat(this.seen).isEmpty();
		lease.confirmRelease();
		assertThat(this.seen).containsExactly("x");
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
	void theLeaseIsInBothContexts() {
		StepVerifier
			.create(this.work.mono(() -> Mono.deferContextual((view) -> Mono
				.just(view.<Lease>get(Lease.class).resources() + " " + LockContext.currentLease().resources()))))
			.then(this.redlock::grantFreely)
			.expectNext("[a] [a]")
			.verifyComplete();
		assertThat(LockContext.findLease()).isEmpty();
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

	@Test
	void aRefusalFailsSkipsOrFallsBack() {
		StepVerifier.create(this.work.flux(this::body)).then(this.redlock::refuse).verifyError(LockHeldException.class);
		StepVerifier.create(this.work.skipping(this::body)).then(this.redlock::refuse).verifyComplete();
		StepVerifier.create(this.work.fallingBack(this::body))
			.then(this.redlock::refuse)
			.expectNext("instead")
			.verifyComplete();
		assertThat(this.seen).isEmpty();
	}

	@Test
	void aRefusalOfALockWithinTheMethodIsAnErrorOfTheMethod() {
		StepVerifier
			.create(this.work
				.fallingBack(() -> Flux.error(new LockHeldException(Set.of("b"), Duration.ZERO, List.of(), null))))
			.then(this.redlock::grantFreely)
			.verifyError(LockHeldException.class);
	}

	@Test
	void aRequestThatCanNotBeIsAnErrorSignal() {
		this.redlock.failWith(new IllegalArgumentException("ttl"));
		StepVerifier.create(this.work.flux(this::body)).verifyErrorMessage("ttl");
	}

	@Test
	void aMethodWithinTheSamePipelineJoinsTheLock() {
		StepVerifier.create(this.work.flux(() -> this.work.mono(() -> Mono.just("inner")).flux()))
			.then(this.redlock::grantFreely)
			.expectNext("inner")
			.verifyComplete();
		assertThat(this.redlock.count()).isEqualTo(1);
	}

	@Test
	void aSubscriptionOfItsOwnIsAnotherChain() {
		StepVerifier.create(this.work.flux(() -> {
			this.work.mono(() -> Mono.just("inner")).subscribe();
			return Flux.just("outer");
		})).then(this.redlock::grantFreely).expectNext("outer").verifyComplete();
		assertThat(this.redlock.count()).isEqualTo(2);
	}

	@Test
	void eachSubscriptionPassesTheAdviceInsideTheLock() {
		try (AnnotationConfigApplicationContext inner = AopContexts.of(this.redlock, (context) -> {
			AopConfigUtils.registerAspectJAnnotationAutoProxyCreatorIfNecessary(context);
			context.registerBean(Inside.class);
			context.registerBean(Work.class);
		})) {
			Mono<String> result = inner.getBean(Work.class).mono(() -> Mono.just("x"));
			for (int i = 1; i <= 2; i++) {
				StepVerifier.create(result).then(this.redlock::grantFreely).expectNext("x").verifyComplete();
				assertThat(inner.getBean(Inside.class).calls).isEqualTo(i);
			}
		}
	}

	@Test
	void otherPublishersAreAdapted() {
		StepVerifier.create(this.work.publisher(() -> Flux.just("1", "2")))
			.then(this.redlock::grantFreely)
			.expectNext("1", "2")
			.verifyComplete();
		StepVerifier.create(JdkFlowAdapter.flowPublisherToFlux(this.work.flow(() -> Flux.just("1", "2"))))
			.then(this.redlock::grantFreely)
			.expectNext("1", "2")
			.verifyComplete();
		StepVerifier.create(this.work.maybe(() -> Maybe.just("1")).toFlowable())
			.then(this.redlock::grantFreely)
			.expectNext("1")
			.verifyComplete();
	}

	@Aspect
	static class Inside {

		private int calls;

		@Before("execution(* dev.redlock.aop.ReactiveStyleTests.Work.mono(..))")
		void before() {
			this.calls++;
		}

	}

	static class Work {

		@DistributedLock("'a'")
		Mono<String> mono(Supplier<Mono<String>> body) {
			return body.get();
		}

		@DistributedLock("'a'")
		Flux<String> flux(Supplier<Flux<String>> body) {
			return body.get();
		}

		@DistributedLock("'a'")
		Publisher<String> publisher(Supplier<Publisher<String>> body) {
			return body.get();
		}

		@DistributedLock("'a'")
		Flow.Publisher<String> flow(Supplier<Flux<String>> body) {
			return JdkFlowAdapter.publisherToFlowPublisher(body.get());
		}

		@DistributedLock("'a'")
		Maybe<String> maybe(Supplier<Maybe<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", whenLost = WhenLost.INTERRUPT)
		Flux<String> interrupted(Supplier<Flux<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", whenLost = WhenLost.IGNORE)
		Flux<String> ignoring(Supplier<Flux<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", whenHeld = WhenHeld.SKIP)
		Flux<String> skipping(Supplier<Flux<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", fallbackMethod = "instead")
		Flux<String> fallingBack(Supplier<Flux<String>> body) {
			return body.get();
		}

		Flux<String> instead(Supplier<Flux<String>> body) {
			return Flux.just("instead");
		}

	}

}
