package dev.redlock.aop;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.reactivex.rxjava3.core.Flowable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.scheduling.annotation.Async;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Futures and publishers that only show when they are there whether more work is in them.
 */
class UnknownContentTests {

	private final ManualRedlock redlock = new ManualRedlock();

	private final AtomicBoolean worked = new AtomicBoolean();

	private final Flux<String> later = Flux.defer(() -> {
		this.worked.set(true);
		return Flux.just("later");
	});

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
		assertThat(this.worked).isFalse();
	}

	@Test
	void aStageThatBringsWorkThatGoesOnFailsAfterItsLeaseIsReleased() {
		for (Supplier<CompletionStage<?>> call : List.<Supplier<CompletionStage<?>>>of(
				() -> this.work.future(this.later), () -> this.work.futureOf(ResponseEntity.ok(this.later)),
				() -> this.work.entity(this.later), () -> this.work.optional(this.later),
				() -> this.work.raw(this.later), () -> this.work.generic(new CompletableFuture<>()))) {
			CompletableFuture<?> result = call.get().toCompletableFuture();
			ManualLease lease = this.redlock.grant();
			assertThat(result).isNotDone();
			lease.confirmRelease();
			assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
				.havingCause()
				.isInstanceOf(IllegalStateException.class)
				.withMessageContaining("Work.")
				.withMessageContaining("Declare what it returns");
		}
	}

	@Test
	void aStageThatBringsWhatIsDoneCompletesWithIt() {
		ResponseEntity<?> entity = ResponseEntity.ok("done");
		CompletableFuture<?> result = this.work.futureOf(entity);
		this.redlock.grantFreely();
		assertThat(result.join()).isSameAs(entity);
		result = this.work.future(null);
		this.redlock.grantFreely();
		assertThat(result.join()).isNull();
	}

	@Test
	void aContentThatCanNotBeAskedForFailsTheStageAndReleasesItsLease() {
		CompletableFuture<?> result = this.work.futureOf(new Broken());
		this.redlock.grantFreely();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
			.havingCause()
			.isInstanceOf(UnsupportedOperationException.class);
	}

	@Test
	void aJoinedStageThatBringsWorkThatGoesOnFails() {
		CompletableFuture<?> result = this.work.around(() -> this.work.future(this.later));
		this.redlock.grantFreely();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
			.withCauseInstanceOf(IllegalStateException.class)
			.withMessageContaining("Work.future");
	}

	@Test
	void anElementWhoseWorkGoesOnFailsThePublisher() {
		for (Supplier<Flux<?>> call : List.<Supplier<Flux<?>>>of(() -> this.work.mono(this.later).flux(),
				() -> this.work.mono(Optional.of(this.later)).flux(), () -> this.work.monoEntity(this.later).flux(),
				() -> this.work.monoGeneric(this.later).flux(), () -> this.work.flux("done", this.later).skip(1),
				() -> Flux.from(this.work.flowable(this.later)),
				() -> JdkFlowAdapter.flowPublisherToFlux(this.work.flow(this.later)))) {
			CompletableFuture<?> result = call.get().collectList().toFuture();
			this.redlock.grantFreely();
			assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
				.havingCause()
				.isInstanceOf(IllegalStateException.class)
				.withMessageContaining("Work.")
				.withMessageContaining("Declare what it returns");
		}
	}

	@Test
	void elementsThatAreDoneAreEmitted() {
		CompletableFuture<?> result = this.work.flux("a", Optional.empty()).collectList().toFuture();
		this.redlock.grantFreely();
		assertThat(result.join()).isEqualTo(List.of("a", Optional.empty()));
	}

	@Test
	void anElementOfAJoinedPublisherWhoseWorkGoesOnFailsIt() {
		CompletableFuture<?> result = this.work.fluxAround(() -> this.work.mono(this.later)).collectList().toFuture();
		this.redlock.grantFreely();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
			.withCauseInstanceOf(IllegalStateException.class)
			.withMessageContaining("Work.mono");
	}

	@Test
	void aFutureOfAnAsyncMethodThatHasWorkInItThatGoesOnFailsTheCall() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(new RecordingRedlock(), Work.class)) {
			// As on the thread of its executor.
			Work work = context.getBean(Work.class);
			for (ThrowingCallable call : List.<ThrowingCallable>of(() -> work.async(this.later),
					() -> work.asyncEntity(this.later), () -> work.asyncFuture(this.later),
					() -> work.blocking(() -> work.async(this.later)))) {
				assertThatIllegalStateException().isThrownBy(call)
					.withMessageContaining("Work.async")
					.withMessageContaining("Declare what it returns");
			}
			assertThat(work.async("done")).isCompletedWithValue("done");
		}
	}

	@Test
	void whatTheTypeTellsIsNotLookedAtAgain() throws NoSuchMethodException {
		for (String known : List.of("around", "fluxAround")) {
			assertThat(check(known, Supplier.class)).isSameAs(ResultCheck.NONE);
		}
		assertThat(check("future", Object.class)).isSameAs(ResultCheck.EACH);
		assertThat(check("text", Object.class)).isSameAs(ResultCheck.NONE);
	}

	private static ResultCheck check(String name, Class<?> parameter) throws NoSuchMethodException {
		return ResultCheck
			.of(ResolvableType.forMethodReturnType(Work.class.getDeclaredMethod(name, parameter)).getGeneric());
	}

	/**
	 * Does not show what is in it.
	 */
	static final class Broken extends ResponseEntity<String> {

		Broken() {
			super(HttpStatus.OK);
		}

		@Override
		public String getBody() {
			throw new UnsupportedOperationException();
		}

	}

	static class Work {

		@DistributedLock("'a'")
		CompletableFuture<Object> future(Object value) {
			return CompletableFuture.completedFuture(value);
		}

		@DistributedLock("'a'")
		CompletableFuture<ResponseEntity<?>> futureOf(ResponseEntity<?> value) {
			return CompletableFuture.completedFuture(value);
		}

		@DistributedLock("'a'")
		CompletionStage<ResponseEntity<?>> entity(Object body) {
			return CompletableFuture.completedStage(ResponseEntity.ok(body));
		}

		@DistributedLock("'a'")
		CompletableFuture<Optional<?>> optional(Object value) {
			return CompletableFuture.completedFuture(Optional.of(value));
		}

		@DistributedLock("'a'")
		@SuppressWarnings("rawtypes")
		CompletableFuture raw(Object value) {
			return CompletableFuture.completedFuture(value);
		}

		@DistributedLock("'a'")
		<T> CompletableFuture<T> generic(T value) {
			return CompletableFuture.completedFuture(value);
		}

		@DistributedLock("'a'")
		CompletableFuture<Optional<String>> text(Object value) {
			return CompletableFuture.completedFuture(Optional.of(value.toString()));
		}

		@DistributedLock("'a'")
		CompletableFuture<String> around(Supplier<CompletableFuture<?>> work) {
			return work.get().thenApply(Object::toString);
		}

		@DistributedLock("'a'")
		Mono<Object> mono(Object value) {
			return Mono.just(value);
		}

		@DistributedLock("'a'")
		Mono<ResponseEntity<?>> monoEntity(Object body) {
			return Mono.just(ResponseEntity.ok(body));
		}

		@DistributedLock("'a'")
		<T> Mono<T> monoGeneric(T value) {
			return Mono.just(value);
		}

		@DistributedLock("'a'")
		Flux<?> flux(Object first, Object second) {
			return Flux.just(first, second);
		}

		@DistributedLock("'a'")
		Flowable<Object> flowable(Object value) {
			return Flowable.just(value);
		}

		@DistributedLock("'a'")
		Flow.Publisher<Object> flow(Object value) {
			return JdkFlowAdapter.publisherToFlowPublisher(Mono.just(value));
		}

		@DistributedLock("'a'")
		Flux<String> fluxAround(Supplier<Mono<?>> work) {
			return work.get().map(Object::toString).flux();
		}

		@Async
		@DistributedLock("'a'")
		CompletableFuture<Object> async(Object value) {
			return CompletableFuture.completedFuture(value);
		}

		@Async
		@DistributedLock("'a'")
		CompletableFuture<ResponseEntity<?>> asyncEntity(Object body) {
			return CompletableFuture.completedFuture(ResponseEntity.ok(body));
		}

		@Async
		@DistributedLock("'a'")
		Future<?> asyncFuture(Object value) {
			return CompletableFuture.completedFuture(value);
		}

		@DistributedLock("'a'")
		String blocking(Supplier<Object> work) {
			return work.get().toString();
		}

	}

}
