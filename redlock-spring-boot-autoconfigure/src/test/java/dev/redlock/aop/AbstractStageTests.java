package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.mock.env.MockEnvironment;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;
import dev.redlock.annotation.WhenLost;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A bean whose methods return a stage, on locks that are granted by hand.
 */
abstract class AbstractStageTests {

	final ManualRedlock redlock = new ManualRedlock();

	final CompletableFuture<String> body = new CompletableFuture<>();

	int calls;

	private AnnotationConfigApplicationContext context;

	Work work;

	@BeforeEach
	void start() {
		this.context = AopContexts.of(this.redlock, new MockEnvironment(), Work.class);
		this.work = this.context.getBean(Work.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	CompletableFuture<String> body() {
		this.calls++;
		return this.body;
	}

	static Throwable cause(CompletableFuture<?> result) {
		return assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> result.get(0, TimeUnit.SECONDS))
			.actual()
			.getCause();
	}

	static class Work {

		@DistributedLock("'a'")
		CompletableFuture<String> plain(Supplier<CompletableFuture<String>> body) {
			return body.get();
		}

		@DistributedLock("'a'")
		CompletionStage<String> stage(Supplier<CompletionStage<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", whenLost = WhenLost.INTERRUPT)
		CompletableFuture<String> interrupted(Supplier<CompletableFuture<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", whenLost = WhenLost.IGNORE)
		CompletableFuture<String> ignoring(Supplier<CompletableFuture<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", whenHeld = WhenHeld.SKIP)
		CompletableFuture<String> skipping(Supplier<CompletableFuture<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", fallbackMethod = "instead")
		CompletableFuture<String> fallingBack(Supplier<CompletableFuture<String>> body) {
			return body.get();
		}

		CompletableFuture<String> instead(Supplier<CompletableFuture<String>> body) {
			return CompletableFuture.completedFuture("instead");
		}

	}

}
