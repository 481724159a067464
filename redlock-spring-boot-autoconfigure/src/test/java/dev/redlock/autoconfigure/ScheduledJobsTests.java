package dev.redlock.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import dev.redlock.RedlockListener;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A job of two machines, one of whose clocks is a little behind.
 */
class ScheduledJobsTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private static final Duration APART = Duration.ofMillis(50);

	private static final Duration HOLD_AT_LEAST = Duration.ofMillis(1000);

	private final Queue<Long> runs = new ConcurrentLinkedQueue<>();

	private final AtomicInteger skipped = new AtomicInteger();

	@Test
	void aShortJobRunsOnOneOfThemEachTime() {
		try (ConfigurableApplicationContext one = machine(Duration.ZERO);
				ConfigurableApplicationContext other = machine(APART)) {
			Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.until(() -> this.runs.size() >= 4 && this.skipped.get() >= 3 && one.isActive() && other.isActive());
		}
		List<Long> starts = List.copyOf(this.runs);
		for (int i = 1; i < starts.size(); i++) {
			// Without the key that outlives the job, they would be as far apart as the
			// clocks.
			assertThat(Duration.ofNanos(starts.get(i) - starts.get(i - 1))).isGreaterThan(HOLD_AT_LEAST.dividedBy(2));
		}
	}

	private ConfigurableApplicationContext machine(Duration behind) {
		return new SpringApplicationBuilder(Machine.class).web(WebApplicationType.NONE)
			.initializers((context) -> context.getBeanFactory().registerSingleton("test", this))
			.properties("redlock.nodes=" + servers.uris(), "redlock.restart-guard=false", "spring.main.banner-mode=off",
					"behind=" + behind.toMillis())
			.run();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	@ImportAutoConfiguration({ AopAutoConfiguration.class, RedlockAutoConfiguration.class })
	static class Machine {

		@Bean
		Job job(ScheduledJobsTests test) {
			return new Job(test.runs);
		}

		@Bean
		RedlockListener skips(ScheduledJobsTests test) {
			return new RedlockListener() {

				@Override
				public void onAcquire(AcquireEvent event) {
					if (event.outcome() == AcquireOutcome.HELD) {
						test.skipped.incrementAndGet();
					}
				}

			};
		}

	}

	static class Job {

		private final Queue<Long> runs;

		Job(Queue<Long> runs) {
			this.runs = runs;
		}

		@Scheduled(fixedRate = 1500, initialDelayString = "${behind}")
		@DistributedLock(name = "nightly", waitTime = "0s", holdAtLeast = "1s", whenHeld = WhenHeld.SKIP)
		void run() {
			this.runs.add(System.nanoTime());
		}

	}

}
