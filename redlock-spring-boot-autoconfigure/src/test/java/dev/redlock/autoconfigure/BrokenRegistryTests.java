package dev.redlock.autoconfigure;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.BDDMockito;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.ReleaseOutcome;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A registry that fails breaks no lock.
 */
@ExtendWith(OutputCaptureExtension.class)
class BrokenRegistryTests {

	private static final AtomicInteger failures = new AtomicInteger();

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	static Stream<Named<Supplier<MeterRegistry>>> registries() {
		return Stream
			.of(new IllegalStateException("of the registry"), new NoClassDefFoundError("of the registry"),
					new IOException("that is not declared"))
			.flatMap((failure) -> Stream.of(
					Named.of("whose every method throws " + failure, () -> broken(MeterRegistry.class, failure)),
					Named.of("whose every meter throws " + failure, () -> new BrokenMeters(failure)),
					Named.of("with a filter that throws " + failure, () -> {
						MeterRegistry registry = new SimpleMeterRegistry();
						registry.config().meterFilter(broken(MeterFilter.class, failure));
						return registry;
					})));
	}

	private static <T> T broken(Class<T> type, Throwable failure) {
		return BDDMockito.mock(type, (invocation) -> {
			failures.incrementAndGet();
			throw failure;
		});
	}

	@ParameterizedTest
	@MethodSource("registries")
	void locksAreAcquiredRenewedExtendedLostAndReleasedAllTheSame(Supplier<MeterRegistry> broken,
			CapturedOutput output) {
		failures.set(0);
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class,
					RedlockMetricsAutoConfiguration.class))
			.withBean("meterRegistry", MeterRegistry.class, broken, (definition) -> definition.setDestroyMethodName(""))
			.withBean(GuardedJobs.class, GuardedJobs::new)
			.withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=5s",
					"redlock.nodes=" + servers.uris())
			.run((context) -> {
				assertThat(context).hasNotFailed();
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				context.getBeansOfType(MeterBinder.class).values().forEach((binder) -> binder.bindTo(registry));
				useLocks(context.getBean(Redlock.class), context.getBean(GuardedJobs.class));
				for (int i = 0; i < 10; i++) {
					context.getBean(Redlock.class).acquire(LockRequest.of("again")).close();
				}
			});
		assertThat(failures).hasPositiveValue();
		servers.all().forEach((server) -> assertThat(server.run(Command.EXISTS, "a", "again", "fail")).isEqualTo(0L));
		assertThat(output.toString().lines().filter((line) -> line.contains(" WARN "))).hasSizeLessThanOrEqualTo(5)
			.allMatch((line) -> line.contains("Locks keep working"));
	}

	private static void useLocks(Redlock redlock, GuardedJobs jobs) throws Exception {
		Lease lease = redlock.acquire(LockRequest.of("a").withFencing());
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.extend(Duration.ofSeconds(30))).isTrue();
		assertThatExceptionOfType(LockHeldException.class)
			.isThrownBy(() -> redlock.acquire(LockRequest.of("a").withWaitTime(Duration.ZERO)));
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(redlock.<String>execute(LockRequest.of("a"), (held) -> "done")).isEqualTo("done");
		assertThat(GuardedJobs.unlessItExpires(jobs::longerThanItsTtl)).isEqualTo("fenced true");
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(jobs::failWhenLost);
	}

	/**
	 * Lets meters be registered that then fail.
	 */
	private static final class BrokenMeters extends SimpleMeterRegistry {

		private final Throwable failure;

		BrokenMeters(Throwable failure) {
			super(SimpleConfig.DEFAULT, Clock.SYSTEM);
			this.failure = failure;
		}

		@Override
		protected Timer newTimer(Meter.Id id, DistributionStatisticConfig config, PauseDetector pauseDetector) {
			return broken(Timer.class, this.failure);
		}

		@Override
		protected Counter newCounter(Meter.Id id) {
			return broken(Counter.class, this.failure);
		}

		@Override
		protected LongTaskTimer newLongTaskTimer(Meter.Id id, DistributionStatisticConfig config) {
			return broken(LongTaskTimer.class, this.failure);
		}

		@Override
		public List<Meter> getMeters() {
			return List.of();
		}

	}

}
