package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import reactor.core.publisher.Mono;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Futures and publishers that are returned to a scheduler.
 */
@ExtendWith(OutputCaptureExtension.class)
class ScheduledResultsTests {

	private static final String WARNING = "the scheduler ignores";

	private final RecordingRedlock redlock = new RecordingRedlock();

	@Test
	void oneThatTheSchedulerIgnoresIsWarnedAboutOnce(CapturedOutput output) {
		AopContexts.of(this.redlock, (context) -> {
			context.registerBean("nightly", Nightly.class);
			context.registerBean("twin", Nightly.class);
		}).close();
		assertThat(output)
			.containsOnlyOnce("Bean 'nightly': the scheduler ignores the CompletableFuture that "
					+ Nightly.class.getName() + ".run returns")
			.containsOnlyOnce(WARNING)
			.contains("Return void and wait for the work with join()");
	}

	@Test
	void oneOfAnAsyncMethodWithTwoTimesIsWarnedAboutOnce(CapturedOutput output) {
		AopContexts.of(this.redlock, InBackground.class).close();
		assertThat(output).containsOnlyOnce("the scheduler ignores the Future that " + InBackground.class.getName());
	}

	@Test
	void oneOfALazyBeanIsWarnedAboutWhenTheApplicationStarts(CapturedOutput output) {
		AopContexts
			.of(this.redlock,
					(context) -> context.registerBean("lazy", Nightly.class,
							(definition) -> definition.setLazyInit(true)))
			.close();
		assertThat(output).containsOnlyOnce(WARNING);
	}

	@Test
	void nothingIsSaidOfWhatTheSchedulerFollowsNorOfWhatItDoesNotCall(CapturedOutput output) {
		AopContexts.of(this.redlock, Followed.class, Unscheduled.class, Unlocked.class).close();
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void aPublisherWhoseKeyOrConditionMayChangeIsWarnedAbout(CapturedOutput output) {
		AopContexts.of(this.redlock, Daily.class, Wanted.class, Constant.class).close();
		assertThat(output).containsOnlyOnce("the scheduler calls " + Daily.class.getName() + ".run once for the Mono")
			.containsOnlyOnce("the scheduler calls " + Wanted.class.getName() + ".run once for the Mono")
			.doesNotContain("the scheduler calls " + Constant.class.getName());
	}

	@Test
	void springItselfRefusesAStageWhereReactorIs() {
		assertThatExceptionOfType(BeanCreationException.class)
			.isThrownBy(() -> AopContexts.of(this.redlock, Scheduling.class, Nightly.class))
			.withMessageContaining("supports deferred execution");
	}

	static class Nightly {

		@Scheduled(cron = "0 0 3 * * *")
		@DistributedLock(name = "nightly")
		CompletableFuture<Void> run() {
			return CompletableFuture.completedFuture(null);
		}

	}

	static class Daily {

		@Scheduled(cron = "0 0 3 * * *")
		@DistributedLock(name = "daily", key = "T(java.time.LocalDate).now()")
		Mono<Void> run() {
			return Mono.empty();
		}

	}

	static class Wanted {

		@Scheduled(cron = "0 0 3 * * *")
		@DistributedLock(name = "wanted", condition = "#root.target != null")
		Mono<Void> run() {
			return Mono.empty();
		}

	}

	static class Constant {

		@Scheduled(cron = "0 0 3 * * *")
		@DistributedLock(name = "constant", key = "'night'")
		Mono<Void> run() {
			return Mono.empty();
		}

	}

	static class InBackground {

		@Async
		@Scheduled(cron = "0 0 3 * * *")
		@Scheduled(cron = "0 0 4 * * *")
		@DistributedLock(name = "nightly")
		Future<Void> run() {
			return CompletableFuture.completedFuture(null);
		}

	}

	static class Followed {

		@Scheduled(cron = "0 0 3 * * *")
		@DistributedLock(name = "a")
		void run() {
		}

		@Scheduled(cron = "0 0 3 * * *")
		@DistributedLock(name = "b")
		Mono<Void> runReactively() {
			return Mono.empty();
		}

	}

	static class Unscheduled {

		@DistributedLock(name = "a")
		CompletableFuture<Void> run() {
			return CompletableFuture.completedFuture(null);
		}

	}

	static class Unlocked {

		@Scheduled(cron = "0 0 3 * * *")
		CompletableFuture<Void> run() {
			return CompletableFuture.completedFuture(null);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class Scheduling {

	}

}
