package dev.redlock.autoconfigure;

import java.time.Duration;
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
import redis.clients.jedis.Protocol.Command;

import dev.redlock.RedlockListener;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A job of two machines, one of whose clocks is a little behind: the key outlives it.
 */
class ScheduledJobsTests {

	private static final String NEVER = "-";

	private static final String EVERY_SECOND = "* * * * * *";

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final AtomicInteger runs = new AtomicInteger();

	private final AtomicInteger skipped = new AtomicInteger();

	@Test
	void aShortJobRunsOnOneOfThemEachTime() {
		try (ConfigurableApplicationContext one = machine(NEVER);
				ConfigurableApplicationContext other = machine(NEVER)) {
			one.getBean(Job.class).run();
			other.getBean(Job.class).run();
			assertThat(this.runs).hasValue(1);
			assertThat(this.skipped).hasValue(1);
			theTimeOfTheKeysIsOver();
			other.getBean(Job.class).run();
			one.getBean(Job.class).run();
			assertThat(this.runs).hasValue(2);
			assertThat(this.skipped).hasValue(2);
		}
	}

	@Test
	void aJobThatASchedulerRunsIsGuardedToo() {
		try (ConfigurableApplicationContext machine = machine(EVERY_SECOND)) {
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.skipped.get() > 0 && machine.isActive());
		}
		assertThat(this.runs).hasValue(1);
	}

	private static void theTimeOfTheKeysIsOver() {
		servers.all().forEach((server) -> server.run(Command.DEL, "nightly"));
	}

	private ConfigurableApplicationContext machine(String schedule) {
		return new SpringApplicationBuilder(Machine.class).web(WebApplicationType.NONE)
			.initializers((context) -> context.getBeanFactory().registerSingleton("test", this))
			.properties("redlock.nodes=" + servers.uris(), "redlock.restart-guard=false", "redlock.node-timeout=5s",
					"spring.main.banner-mode=off", "schedule=" + schedule)
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

		private final AtomicInteger runs;

		Job(AtomicInteger runs) {
			this.runs = runs;
		}

		@Scheduled(cron = "${schedule}")
		@DistributedLock(name = "nightly", waitTime = "0s", ttl = "60s", holdAtLeast = "60s", whenHeld = WhenHeld.SKIP)
		void run() {
			this.runs.incrementAndGet();
		}

	}

}
