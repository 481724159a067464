package dev.redlock.observation;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.BDDMockito;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.aop.LockObservation;
import dev.redlock.aop.LockObserver;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What happens when a part of the observations fails.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailingObservationsTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final Observations observations = new Observations();

	static Stream<Arguments> failures() {
		return Stream.of("supportsContext", "onStart", "onError", "onScopeOpened", "onScopeClosed", "onStop")
			.flatMap((method) -> Stream
				.of(new IllegalStateException("of the handler"), new AssertionError("of the handler"),
						new IOException("that is not declared"))
				.map((failure) -> Arguments.of(method, failure)));
	}

	@ParameterizedTest
	@MethodSource("failures")
	void aHandlerThatFailsBreaksNothing(String method, Throwable failure, CapturedOutput output) {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(failing(method, failure));
		Observations.application(servers, registry).run((context) -> {
			ObservedWork work = context.getBean(ObservedWork.class);
			for (int i = 0; i < 3; i++) {
				assertThat(work.run("42")).isNotNull();
				assertThatExceptionOfType(IOException.class).isThrownBy(() -> work.fail("42"));
				CompletableFuture<String> pending = new CompletableFuture<>();
				CompletableFuture<String> result = work.stage("42", pending);
				await().until(() -> pending.getNumberOfDependents() > 0);
				assertThat(servers.get(0).run(Command.EXISTS, "order:42")).as("while the work goes on").isEqualTo(1L);
				pending.complete("!");
				assertThat(result.get(20, TimeUnit.SECONDS)).endsWith("!");
				assertThat(servers.get(0).run(Command.EXISTS, "order:42")).isEqualTo(0L);
				assertThat(registry.getCurrentObservationScope()).isNull();
			}
		});
		assertThat(output).containsOnlyOnce("An observation failed. Locks keep working");
	}

	@ParameterizedTest
	@ValueSource(strings = { "acquired", "worked", "ended" })
	void anObserverOfTheApplicationThatFailsKeepsNoLockOfAFuture(String method) {
		LockObservation observation = BDDMockito.mock(LockObservation.class, (invocation) -> {
			if (invocation.getMethod().getName().equals(method)) {
				throw new AssertionError("of the observer");
			}
			return (invocation.getMethod().getName().equals("enter")) ? LockObservation.none().enter() : null;
		});
		LockObserver observer = BDDMockito.mock(LockObserver.class);
		BDDMockito.given(observer.start(BDDMockito.any(), BDDMockito.any())).willReturn(observation);
		Observations.application(servers, ObservationRegistry.create())
			.withBean(LockObserver.class, () -> observer)
			.run((context) -> {
				CompletableFuture<String> result = context.getBean(ObservedWork.class)
					.stage("42", CompletableFuture.completedFuture("!"));
				// It is the thread of the release that the failure ends.
				await().dontCatchUncaughtExceptions().until(result::isDone);
				assertThat(servers.get(0).run(Command.EXISTS, "order:42")).isEqualTo(0L);
			});
	}

	@Test
	void anInterruptThatAHandlerThrowsIsKept() {
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(failing("onStop", new InterruptedException()));
		Observations.application(servers, registry).run((context) -> {
			context.getBean(ObservedWork.class).run("42");
			assertThat(Thread.interrupted()).isTrue();
		});
	}

	@Test
	void whatBeganBeforeAHandlerThatFailsEndsAsWell() {
		SimpleMeterRegistry meters = new SimpleMeterRegistry();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig()
			.observationHandler(new DefaultMeterObservationHandler(meters))
			.observationHandler(failing("onStart", new IllegalStateException("of the handler")));
		Observations.application(servers, registry)
			.run((context) -> assertThat(context.getBean(ObservedWork.class).run("42")).isNotNull());
		assertThat(meters.get("redlock.locked.active").longTaskTimers()).isNotEmpty()
			.allSatisfy((timer) -> assertThat(timer.activeTasks()).isZero());
	}

	@ParameterizedTest
	@ValueSource(strings = { "supportsContext", "getName", "getContextualName", "getLowCardinalityKeyValues",
			"getHighCardinalityKeyValues" })
	void theDefaultConventionStandsInForOneThatFails(String method, CapturedOutput output) {
		this.observations.application(servers)
			.withBean(LockedObservationConvention.class,
					() -> failing(method, new DefaultLockedObservationConvention()))
			.withBean(LockPhaseObservationConvention.class,
					() -> failing(method, new DefaultLockPhaseObservationConvention()))
			.run((context) -> assertThat(context.getBean(ObservedWork.class).run("42")).isNotNull());
		assertThat(this.observations.ended()).containsExactly("acquire acquired", "body completed", "locked completed");
		assertThat(this.observations.open()).isZero();
		assertThat(output).containsOnlyOnce("An observation failed. Locks keep working");
	}

	@SuppressWarnings("unchecked")
	private static <T> T failing(String method, T convention) {
		return BDDMockito.mock((Class<T>) convention.getClass(), (invocation) -> {
			if (invocation.getMethod().getName().equals(method)) {
				throw new AssertionError("of the convention");
			}
			return invocation.callRealMethod();
		});
	}

	@SuppressWarnings("unchecked")
	private static ObservationHandler<Observation.Context> failing(String method, Throwable failure) {
		return BDDMockito.mock(ObservationHandler.class, (invocation) -> {
			if (invocation.getMethod().getName().equals(method)) {
				throw failure;
			}
			return (invocation.getMethod().getReturnType() == boolean.class) ? true : null;
		});
	}

}
