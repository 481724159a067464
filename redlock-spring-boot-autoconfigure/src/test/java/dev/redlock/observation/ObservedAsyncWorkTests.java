package dev.redlock.observation;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.micrometer.observation.Observation;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.autoconfigure.RedlockEngine;
import dev.redlock.quorum.QuorumRedlock;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Work that goes on when its call has returned is observed until it ends.
 */
class ObservedAsyncWorkTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final String[] COMPLETED = { "acquire acquired", "body completed", "locked completed" };

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final Observations observations = new Observations();

	private void run(ContextConsumer<AssertableApplicationContext> test) {
		this.observations.application(servers).run((context) -> {
			test.accept(context);
			Awaitility.await().until(() -> this.observations.open() == 0);
		});
		assertThat(this.observations.registry().getCurrentObservationScope()).isNull();
	}

	private static ObservedWork work(AssertableApplicationContext context) {
		return context.getBean(ObservedWork.class);
	}

	private static void hold() {
		servers.get(0).run(Command.SET, "order:42", "somebody", "PX", "600000");
	}

	private void awaitBody() {
		Awaitility.await().untilAsserted(() -> assertThat(this.observations.ended()).contains("acquire acquired"));
	}

	@Test
	void aStageIsObservedUntilItCompletes() {
		run((context) -> {
			CompletableFuture<String> pending = new CompletableFuture<>();
			CompletableFuture<String> result = work(context).stage("42", pending);
			awaitBody();
			assertThat(this.observations.ended()).containsExactly("acquire acquired");
			pending.complete("!");
			assertThat(result.get(20, TimeUnit.SECONDS)).isEqualTo("BODY!");
			assertThat(this.observations.ended()).containsExactly(COMPLETED);
		});
	}

	@Test
	void aStageIsPartOfWhatItsCallerDoes() {
		run((context) -> {
			Observation outer = Observation.start("outer", this.observations.registry());
			CompletableFuture<String> result;
			try (Observation.Scope scope = outer.openScope()) {
				assertThat(scope).isNotNull();
				result = work(context).stage("42", CompletableFuture.completedFuture("!"));
			}
			assertThat(result.get(20, TimeUnit.SECONDS)).isEqualTo("BODY!");
			outer.stop();
			assertThat(this.observations.locked().getParentObservation()).isSameAs(outer);
		});
	}

	@Test
	void aStageThatFailsIsAnErrorByItsCause() {
		run((context) -> {
			CompletableFuture<String> result = work(context).stage("42",
					CompletableFuture.failedFuture(new IllegalStateException("of the work")));
			assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join);
			assertThat(this.observations.ended()).containsExactly("acquire acquired",
					"body failed IllegalStateException", "locked failed IllegalStateException");
		});
	}

	@Test
	void aStageWhoseLockIsHeldIsAnErrorWithoutABody() {
		hold();
		run((context) -> {
			CompletableFuture<String> result = work(context).stage("42", new CompletableFuture<>());
			assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
				.withCauseInstanceOf(LockHeldException.class);
			assertThat(this.observations.ended()).containsExactly("acquire held LockHeldException",
					"locked held LockHeldException");
		});
	}

	@Test
	void aStageThatIsCancelledIsObservedUntilItsReleaseAndNoLonger() {
		run((context) -> {
			CompletableFuture<String> result = work(context).stage("42", new CompletableFuture<>());
			awaitBody();
			result.cancel(true);
			assertThatExceptionOfType(CancellationException.class).isThrownBy(result::join);
			Awaitility.await()
				.untilAsserted(() -> assertThat(this.observations.ended()).containsExactly("acquire acquired",
						"body cancelled CancellationException", "locked cancelled CancellationException"));
		});
	}

	@Test
	void aStageThatIsCancelledWhileItWaitsIsInterrupted() {
		hold();
		run((context) -> {
			CompletableFuture<String> result = context.getBean(PatientWork.class).stage("42");
			result.cancel(true);
			Awaitility.await()
				.untilAsserted(() -> assertThat(this.observations.ended()).hasSize(2)
					.allMatch((part) -> part.endsWith(" interrupted CancellationException")));
		}, PatientWork.class);
	}

	private void run(ContextConsumer<AssertableApplicationContext> test, Class<?> bean) {
		this.observations.application(servers).withBean(bean).run((context) -> {
			test.accept(context);
			Awaitility.await().until(() -> this.observations.open() == 0);
		});
	}

	@Test
	void aMonoIsObservedFromItsSubscriptionToItsEnd() {
		run((context) -> {
			Mono<String> mono = work(context).mono("42", Mono.just("!"));
			assertThat(this.observations.open()).isZero();
			assertThat(mono.block(PATIENCE)).isEqualTo("BODY, BODY!");
			assertThat(this.observations.ended()).containsExactly(COMPLETED);
			assertThat(mono.block(PATIENCE)).isEqualTo("BODY, BODY!");
			assertThat(this.observations.ended()).hasSize(6);
		});
	}

	@Test
	void aMonoIsPartOfWhatItsContextSays() {
		run((context) -> {
			Observation outer = Observation.start("outer", this.observations.registry());
			work(context).mono("42", Mono.just("!"))
				.contextWrite((written) -> written.put("micrometer.observation", outer))
				.block(PATIENCE);
			outer.stop();
			assertThat(this.observations.locked().getParentObservation()).isSameAs(outer);
		});
	}

	@Test
	void aMonoWhoseLockIsHeldIsAnErrorWithoutABody() {
		hold();
		run((context) -> {
			assertThatExceptionOfType(LockHeldException.class)
				.isThrownBy(() -> work(context).mono("42", Mono.never()).block(PATIENCE));
			assertThat(this.observations.ended()).containsExactly("acquire held LockHeldException",
					"locked held LockHeldException");
		});
	}

	@Test
	void aFluxIsObservedUntilItsEnd() {
		run((context) -> {
			assertThat(work(context).flux("42", Flux.just("a", "b")).collectList().block(PATIENCE)).hasSize(2);
			assertThat(this.observations.ended()).containsExactly(COMPLETED);
		});
	}

	@Test
	void aFluxThatFailsHalfWayIsAnError() {
		run((context) -> {
			assertThatIllegalStateException().isThrownBy(() -> work(context)
				.flux("42", Flux.just("a").concatWith(Mono.error(new IllegalStateException("of the work"))))
				.blockLast(PATIENCE));
			assertThat(this.observations.ended()).containsExactly("acquire acquired",
					"body failed IllegalStateException", "locked failed IllegalStateException");
		});
	}

	@Test
	void aFluxThatIsCancelledIsNoError() {
		run((context) -> {
			CountDownLatch working = new CountDownLatch(1);
			Disposable subscription = work(context)
				.flux("42", Flux.<String>never().doOnRequest((count) -> working.countDown()))
				.subscribe();
			// The body begins after the acquire has ended.
			assertThat(working.await(20, TimeUnit.SECONDS)).isTrue();
			subscription.dispose();
			assertThat(this.observations.ended()).containsExactly("acquire acquired", "body cancelled",
					"locked cancelled");
		});
	}

	@Test
	void aFluxThatEndsWithItsLeaseIsLost() {
		run((context) -> {
			QuorumRedlock redlock = context.getBean(RedlockEngine.class).redlock();
			// Not before it works: a body that never began would end otherwise.
			Flux<String> revoked = Flux.<String>never()
				.doOnRequest((count) -> CompletableFuture.runAsync(() -> redlock.revoke("order:42")));
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> work(context).loseFlux("42", revoked).blockLast(PATIENCE));
			assertThat(this.observations.ended()).containsExactly("acquire acquired", "body lost",
					"locked lost LeaseLostException");
		});
	}

	@Test
	void aCancelAtAnyMomentEndsWhatHasBegun() {
		run((context) -> {
			for (int i = 0; i < 200; i++) {
				Disposable subscription = work(context).flux("key " + i, Flux.never()).subscribe();
				long until = System.nanoTime() + i * 10_000L;
				while (System.nanoTime() < until) {
					Thread.onSpinWait();
				}
				subscription.dispose();
			}
			Awaitility.await().until(() -> this.observations.open() == 0);
			assertThat(this.observations.ended()).filteredOn((ended) -> ended.startsWith("body"))
				.containsOnly("body cancelled");
		});
	}

}
