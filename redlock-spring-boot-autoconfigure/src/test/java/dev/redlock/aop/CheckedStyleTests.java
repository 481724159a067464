package dev.redlock.aop;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.http.ResponseEntity;
import reactor.core.publisher.Mono;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Results that only show when they are there whether their work goes on.
 */
class CheckedStyleTests {

	@Test
	void anObjectWhoseWorkGoesOnFailsTheCall() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(new RecordingRedlock(), Loosely.class)) {
			Loosely bean = context.getBean(Loosely.class);
			assertThat(bean.run("done")).isEqualTo("done");
			assertThat(bean.run(null)).isNull();
			Lines lines = new Lines(List.of("line"));
			assertThat(bean.run(lines)).isSameAs(lines);
			CompletableFuture<String> done = CompletableFuture.completedFuture("done");
			assertThat(bean.run(done)).isSameAs(done);
			Supplier<String> lambda = () -> "later";
			for (Object unfinished : List.of(new CompletableFuture<>(), Mono.just("x"), Stream.of("x"), lambda)) {
				assertThatIllegalStateException().isThrownBy(() -> bean.run(unfinished))
					.withMessageContaining("Loosely.run")
					.withMessageContaining("Declare what it returns");
			}
		}
	}

	@Test
	void soDoesOneInAShellThatDoesNotTellWhatItHas() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(new RecordingRedlock(), Loosely.class)) {
			Loosely bean = context.getBean(Loosely.class);
			assertThat(bean.entity("done").getBody()).isEqualTo("done");
			assertThat(bean.entity(null).getBody()).isNull();
			assertThat(bean.optional(null)).isEmpty();
			for (Object unfinished : List.of(new CompletableFuture<>(), Mono.just("x"), Stream.of("x"))) {
				for (ThrowingCallable call : List.<ThrowingCallable>of(() -> bean.entity(unfinished),
						() -> bean.optional(unfinished), () -> bean.run(Optional.of(unfinished)))) {
					assertThatIllegalStateException().isThrownBy(call).withMessageContaining("Declare what it returns");
				}
			}
		}
	}

	@Test
	void soDoesOneOfACallThatJoinedALease() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(new RecordingRedlock(), Loosely.class)) {
			Loosely bean = context.getBean(Loosely.class);
			assertThat(bean.around(() -> bean.run("done"))).isEqualTo("done");
			assertThatIllegalStateException().isThrownBy(() -> bean.around(() -> bean.run(new CompletableFuture<>())))
				.withMessageContaining("Loosely.run");
		}
	}

	static class Loosely {

		@DistributedLock(name = "loosely")
		Object run(Object result) {
			return result;
		}

		@DistributedLock(name = "loosely")
		ResponseEntity<?> entity(Object body) {
			return ResponseEntity.ok(body);
		}

		@DistributedLock(name = "loosely")
		Optional<?> optional(Object value) {
			return Optional.ofNullable(value);
		}

		@DistributedLock(name = "loosely")
		String around(Supplier<Object> work) {
			return work.get().toString();
		}

	}

	/**
	 * As a page of Spring Data is.
	 */
	record Lines(List<String> all) implements Supplier<Stream<String>> {

		@Override
		public Stream<String> get() {
			return this.all.stream();
		}

	}

}
