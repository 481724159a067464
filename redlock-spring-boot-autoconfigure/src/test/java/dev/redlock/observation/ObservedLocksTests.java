package dev.redlock.observation;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.micrometer.observation.Observation;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LockInterruptedException;
import dev.redlock.LockRequest;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Work that is done when its call returns.
 */
class ObservedLocksTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final Observations observations = new Observations();

	private void run(ContextConsumer<AssertableApplicationContext> test) {
		this.observations.application(servers).run(test);
		assertThat(this.observations.open()).isZero();
		assertThat(this.observations.registry().getCurrentObservationScope()).isNull();
	}

	private static void hold(String resource) {
		servers.get(0).run(Command.SET, resource, "somebody", "PX", "600000");
	}

	@Test
	void aCallIsObservedWithItsAcquireAndItsBodyAsParts() {
		run((context) -> {
			assertThat(context.getBean(ObservedWork.class).run("42")).isEqualTo("BODY");
			assertThat(this.observations.ended()).containsExactly("acquire acquired", "body completed",
					"locked completed");
			Observation.Context locked = this.observations.locked();
			assertThat(locked.getName()).isEqualTo("redlock.locked");
			assertThat(locked.getContextualName()).isEqualTo("locked order");
			assertThat(Observations.keys(locked.getLowCardinalityKeyValues()))
				.isEqualTo(Map.of("lock", "order", "outcome", "completed"));
			assertThat(Observations.keys(locked.getHighCardinalityKeyValues()))
				.isEqualTo(Map.of("redlock.key", "order:42"));
			assertThat(this.observations.parts()).extracting(Observation.Context::getContextualName)
				.containsExactly("acquire order", "body order");
			assertThat(this.observations.parts()).allSatisfy((part) -> {
				assertThat(part.getName()).isEqualTo("redlock.locked.phase");
				assertThat(part.getParentObservation().getContextView()).isSameAs(locked);
			});
		});
	}

	@Test
	void aCallIsPartOfWhatItsCallerDoes() {
		run((context) -> {
			Observation outer = Observation.start("outer", this.observations.registry());
			try (Observation.Scope scope = outer.openScope()) {
				assertThat(context.getBean(ObservedWork.class).run("42")).isEqualTo("BODY");
				assertThat(this.observations.registry().getCurrentObservationScope()).isSameAs(scope);
			}
			outer.stop();
			assertThat(this.observations.locked().getParentObservation()).isSameAs(outer);
		});
	}

	@Test
	void theFencingTokenIsInTheTraceAndNowhereElse() {
		run((context) -> {
			String token = Long.toString(context.getBean(ObservedWork.class).fenced("42"));
			Observation.Context locked = this.observations.locked();
			assertThat(Observations.keys(locked.getHighCardinalityKeyValues())).containsEntry("redlock.fencing.token",
					token);
			assertThat(locked.getLowCardinalityKeyValues()).noneMatch((value) -> value.getValue().equals(token));
		});
	}

	@Test
	void anExceptionOfTheBodyIsAnErrorOfTheBodyAndOfTheWhole() {
		run((context) -> {
			assertThatExceptionOfType(IOException.class)
				.isThrownBy(() -> context.getBean(ObservedWork.class).fail("42"));
			assertThat(this.observations.ended()).containsExactly("acquire acquired", "body failed IOException",
					"locked failed IOException");
		});
	}

	@Test
	void aLockThatIsHeldIsAnErrorWithoutABody() {
		hold("order:42");
		run((context) -> {
			assertThatExceptionOfType(LockHeldException.class)
				.isThrownBy(() -> context.getBean(ObservedWork.class).run("42"));
			assertThat(this.observations.ended()).containsExactly("acquire held LockHeldException",
					"locked held LockHeldException");
		});
	}

	@Test
	void aSkippedCallIsNoError() {
		hold("order:42");
		run((context) -> {
			assertThat(context.getBean(ObservedWork.class).skip("42")).isNull();
			assertThat(this.observations.ended()).containsExactly("acquire held LockHeldException", "locked held");
		});
	}

	@Test
	void aFallbackMethodRunsInsideTheWhole() {
		hold("order:42");
		run((context) -> {
			assertThat(context.getBean(ObservedWork.class).fallBack("42")).isEqualTo("instead: redlock.locked");
			assertThat(this.observations.ended()).containsExactly("acquire held LockHeldException", "locked held");
		});
	}

	@Test
	void tooFewNodesAreAnOutcomeOfTheirOwn() {
		run((context) -> {
			servers.get(0).kill();
			assertThatExceptionOfType(QuorumUnavailableException.class)
				.isThrownBy(() -> context.getBean(ObservedWork.class).run("42"));
			assertThat(this.observations.ended()).containsExactly("acquire unavailable QuorumUnavailableException",
					"locked unavailable QuorumUnavailableException");
		});
	}

	@Test
	void anInterruptedWaitIsAnOutcomeOfItsOwn() {
		hold("order:42");
		run((context) -> {
			Thread caller = Thread.currentThread();
			CompletableFuture<Void> interrupt = CompletableFuture.runAsync(() -> {
				Awaitility.await()
					.until(() -> this.observations.open() == 2 && caller.getState() == Thread.State.TIMED_WAITING);
				caller.interrupt();
			});
			assertThatExceptionOfType(LockInterruptedException.class)
				.isThrownBy(() -> context.getBean(ObservedWork.class).patient("42"));
			assertThat(Thread.interrupted()).isTrue();
			interrupt.join();
			assertThat(this.observations.ended()).containsExactly("acquire interrupted LockInterruptedException",
					"locked interrupted LockInterruptedException");
		});
	}

	@Test
	void aLostLeaseIsAnOutcomeOfItsOwn() {
		run((context) -> {
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> context.getBean(ObservedWork.class).lose("42"));
			assertThat(this.observations.ended()).containsExactly("acquire acquired", "body completed",
					"locked lost LeaseLostException");
		});
	}

	@Test
	void anActionIsObservedLikeAMethodAndOneThatJoinsIsNot() {
		run((context) -> {
			Redlock redlock = context.getBean(Redlock.class);
			LockRequest request = LockRequest.of("order:42").withName("manual");
			String observed = redlock.<String>execute(request, (lease) -> redlock.<String>execute(request,
					(same) -> context.getBean(ObservedWork.class).run("42")));
			assertThat(observed).isEqualTo("BODY");
			assertThat(this.observations.ended()).containsExactly("acquire acquired", "body completed",
					"locked completed");
			assertThat(Observations.keys(this.observations.locked().getLowCardinalityKeyValues())).containsEntry("lock",
					"manual");
		});
	}

	@Test
	void anActionThatThrowsOrDoesNotRunIsAnError() {
		hold("held");
		run((context) -> {
			Redlock redlock = context.getBean(Redlock.class);
			assertThatExceptionOfType(IOException.class)
				.isThrownBy(() -> redlock.execute(LockRequest.of("free"), (lease) -> {
					throw new IOException();
				}));
			assertThatExceptionOfType(LockHeldException.class).isThrownBy(
					() -> redlock.execute(LockRequest.of("held").withWaitTime(Duration.ZERO), (lease) -> "not run"));
			assertThat(this.observations.ended()).containsExactly("acquire acquired", "body failed IOException",
					"locked failed IOException", "acquire held LockHeldException", "locked held LockHeldException");
		});
	}

}
