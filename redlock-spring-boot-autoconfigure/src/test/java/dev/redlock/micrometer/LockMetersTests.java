package dev.redlock.micrometer;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.redlock.LockRequest;
import dev.redlock.RedlockListener.AcquireEvent;
import dev.redlock.RedlockListener.AcquireOutcome;
import dev.redlock.RedlockListener.HoldEvent;
import dev.redlock.RedlockListener.LeaseEnd;

import static org.assertj.core.api.Assertions.assertThat;

class LockMetersTests {

	private static final HoldEvent ORDER = new HoldEvent(LockRequest.of("order:42").withName("order"),
			Duration.ofSeconds(30));

	private static final Duration LONGEST = Duration.ofMinutes(2);

	private final MockClock clock = new MockClock();

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, this.clock);

	private final LockMeters meters = new LockMeters(this.registry, LONGEST);

	@Test
	void aLockThatIsRegisteredHasAllItsMetersWithZero() {
		this.meters.register("order");
		assertThat(ids("redlock.acquire", "outcome")).containsExactlyInAnyOrder("acquired", "held", "unavailable",
				"interrupted");
		assertThat(ids("redlock.extensions", "outcome")).containsExactlyInAnyOrder("extended", "refused", "unavailable",
				"limit");
		assertThat(ids("redlock.lost", "reason")).containsExactlyInAnyOrder("expired", "taken", "extension_limit",
				"closed", "revoked");
		assertThat(this.registry.get("redlock.held").tag("lock", "order").timer().count()).isZero();
		assertThat(active().activeTasks()).isZero();
		assertThat(ttl()).isZero();
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void aLockThatIsRegisteredTwiceAtOnceHasOneTtl(CapturedOutput output) {
		AtomicBoolean again = new AtomicBoolean();
		// As another thread may while this one does not know the lock yet.
		this.registry.config().onMeterAdded((meter) -> {
			if (meter.getId().getName().equals("redlock.held") && again.compareAndSet(false, true)) {
				this.meters.register("order");
			}
		});
		this.meters.register("order");
		this.meters.onHold(ORDER);
		assertThat(ttl()).isEqualTo(30);
		assertThat(again).isTrue();
		assertThat(output.getAll()).doesNotContain("already registered");
	}

	@Test
	void theTtlIsThatOfTheLastLease() {
		this.meters.onHold(ORDER);
		assertThat(ttl()).isEqualTo(30);
		this.meters.onHold(new HoldEvent(ORDER.request(), Duration.ofMillis(1500)));
		assertThat(ttl()).isEqualTo(1.5);
	}

	@Test
	void roundsAreThereBeforeTheFirstOne() {
		assertThat(this.registry.get("redlock.quorum").timers()).hasSize(12)
			.allSatisfy((timer) -> assertThat(timer.count()).isZero());
	}

	@Test
	void whatHappensIsCountedOnWhatWasRegistered() {
		this.meters.register("order");
		int before = this.registry.getMeters().size();
		this.meters.onAcquire(new AcquireEvent(ORDER.request(), AcquireOutcome.HELD, Duration.ofMillis(5)));
		assertThat(this.registry.get("redlock.acquire")
			.tags("lock", "order", "outcome", "held")
			.timer()
			.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(5);
		assertThat(this.registry.getMeters()).hasSize(before);
	}

	@Test
	void severalLeasesOfOneNameAreActiveEachForItsOwnTime() {
		LeaseEnd first = this.meters.onHold(ORDER);
		this.clock.add(Duration.ofSeconds(10));
		LeaseEnd second = this.meters.onHold(ORDER);
		this.clock.add(Duration.ofSeconds(1));
		assertThat(active().activeTasks()).isEqualTo(2);
		assertThat(active().max(TimeUnit.SECONDS)).isEqualTo(11);
		first.onEnd(Duration.ofSeconds(11));
		assertThat(active().activeTasks()).isOne();
		assertThat(active().max(TimeUnit.SECONDS)).isEqualTo(1);
		second.onEnd(Duration.ofSeconds(1));
		assertThat(active().activeTasks()).isZero();
		assertThat(this.registry.get("redlock.held").timer().totalTime(TimeUnit.SECONDS)).isEqualTo(12);
	}

	@Test
	void bucketsReachAsFarAsTheLongestTtl() {
		Map<String, Double> longest = new HashMap<>();
		this.registry.config().meterFilter(new MeterFilter() {

			@Override
			public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
				longest.put(id.getName(), config.getMaximumExpectedValueAsDouble());
				return config;
			}

		});
		this.meters.register("order");
		assertThat(longest).containsEntry("redlock.held", (double) LONGEST.toNanos());
		assertThat(longest.get("redlock.acquire")).isNotEqualTo((double) LONGEST.toNanos());
		new LockMeters(this.registry, Duration.ofSeconds(5)).register("short");
		assertThat(longest.get("redlock.held")).isEqualTo(longest.get("redlock.acquire"));
	}

	private LongTaskTimer active() {
		return this.registry.get("redlock.held.active").tag("lock", "order").longTaskTimer();
	}

	private double ttl() {
		return this.registry.get("redlock.ttl").tag("lock", "order").timeGauge().value(TimeUnit.SECONDS);
	}

	private List<String> ids(String name, String tag) {
		return this.registry.get(name)
			.tag("lock", "order")
			.meters()
			.stream()
			.filter((meter) -> meter.measure().iterator().next().getValue() == 0)
			.map(Meter::getId)
			.map((id) -> id.getTag(tag))
			.collect(Collectors.toList());
	}

}
