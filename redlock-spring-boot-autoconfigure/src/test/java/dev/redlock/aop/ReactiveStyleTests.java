package dev.redlock.aop;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.reactivex.rxjava3.core.Maybe;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.junit.jupiter.api.Test;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Methods that return a publisher, step by step.
 */
class ReactiveStyleTests extends AbstractReactiveTests {

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
	void theResultOfAMonoIsSeenAfterTheRelease() {
		this.work.mono(() -> Mono.just("x")).subscribe(this.seen::add);
		ManualLease lease = this.redlock.grant();
		assertThat(lease.isReleaseSent()).isTrue();
		assertThat(this.seen).isEmpty();
		lease.confirmRelease();
		assertThat(this.seen).containsExactly("x");
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
	void aJoinedSubscriptionThatTheOuterOneDoesNotWaitForFails() {
		StepVerifier.create(this.work.flux(() -> Flux.deferContextual((context) -> {
			this.work.flux(this::body)
				.contextWrite(context)
				.subscribe(this.seen::add, (ex) -> this.seen.add(ex.getMessage()));
			return Flux.just("outer");
		}))).then(this.redlock::grantFreely).expectNext("outer").verifyComplete();
		this.body.tryEmitComplete();
		assertThat(this.redlock.count()).isEqualTo(1);
		assertThat(this.seen).hasSize(2);
		assertThat(this.seen.get(1)).contains("released the lock before");
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

		@Before("execution(* dev.redlock.aop.AbstractReactiveTests.Work.mono(..))")
		void before() {
			this.calls++;
		}

	}

}
