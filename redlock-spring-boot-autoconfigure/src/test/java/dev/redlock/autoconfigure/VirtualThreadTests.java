package dev.redlock.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Annotated methods on virtual threads.
 */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadTests {

	private static final int CALLS = 1000;

	private static final int KEYS = 100;

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(5);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class))
		.withBean(Jobs.class);

	@TempDir
	private Path directory;

	@Test
	void aThousandCallsExcludeEachOtherAndPinNoCarrier() {
		run((context) -> {
			Jobs jobs = context.getBean(Jobs.class);
			List<RecordedEvent> pinned = record(() -> callAll(jobs));
			assertThat(pinned).isEmpty();
			assertThat(jobs.calls()).isEqualTo(CALLS);
			assertThat(jobs.collisions()).isZero();
		});
	}

	private void run(ContextConsumer<AssertableApplicationContext> test) {
		this.runner
			.withPropertyValues("redlock.nodes=" + servers.uris(), "redlock.restart-guard=false",
					"redlock.node-timeout=5s", "redlock.wait-time=60s")
			.run(test);
	}

	private List<RecordedEvent> record(Action action) throws Exception {
		// Classes are loaded before, as they are in an application that has warmed up.
		action.run();
		Path file = this.directory.resolve("pinned.jfr");
		try (Recording recording = new Recording()) {
			recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ZERO).withStackTrace();
			recording.start();
			action.run();
			recording.stop();
			recording.dump(file);
		}
		return RecordingFile.readAllEvents(file);
	}

	private static void callAll(Jobs jobs) throws Exception {
		jobs.reset();
		ExecutorService executor = virtualThreads();
		try {
			List<Future<?>> calls = new ArrayList<>();
			for (int i = 0; i < CALLS; i++) {
				int key = i % KEYS;
				calls.add(executor.submit(() -> jobs.run(key)));
			}
			for (Future<?> call : calls) {
				call.get(1, TimeUnit.MINUTES);
			}
		}
		finally {
			executor.shutdownNow();
		}
	}

	private static ExecutorService virtualThreads() throws ReflectiveOperationException {
		// Compiled for a release that has none.
		return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
	}

	/**
	 * What is done on virtual threads.
	 */
	interface Action {

		void run() throws Exception;

	}

	static class Jobs {

		private final AtomicIntegerArray inside = new AtomicIntegerArray(KEYS);

		/**
		 * Calls and collisions.
		 */
		private final AtomicIntegerArray counts = new AtomicIntegerArray(2);

		@DistributedLock(name = "job", key = "#key")
		void run(int key) {
			if (this.inside.incrementAndGet(key) != 1) {
				this.counts.incrementAndGet(1);
			}
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
			this.counts.incrementAndGet(0);
			this.inside.decrementAndGet(key);
		}

		void reset() {
			this.counts.set(0, 0);
			this.counts.set(1, 0);
		}

		int calls() {
			return this.counts.get(0);
		}

		int collisions() {
			return this.counts.get(1);
		}

	}

}
