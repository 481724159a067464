package dev.redlock.quorum;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.Lease;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Extensions at the same time as others, and as the end of their lease.
 */
class S7RaceTests {

	private static final Duration LONG = Duration.ofSeconds(60);

	@Test
	void aRenewalShortensNothingThatTheApplicationExtendsMeanwhile() throws InterruptedException {
		AtomicInteger extended = new AtomicInteger();
		for (int reading = 1; reading <= 12; reading++) {
			Cluster cluster = new Cluster(5);
			SteppedClock clock = new SteppedClock(cluster.time());
			Lease lease = clock.redlock(cluster).acquire(Cluster.ONE_ATTEMPT.withAutoExtend(true));
			clock.atReading(reading, () -> extended.addAndGet(lease.extend(LONG) ? 1 : 0));
			cluster.time().advance(Duration.ofMillis(3400));
			if (clock.stop()) {
				assertThat(lease.remainingValidity()).as("at reading %d", reading)
					.isGreaterThan(Duration.ofSeconds(50));
			}
		}
		assertThat(extended).hasPositiveValue();
	}

	@Test
	void whatTheApplicationShortensAfterARenewalIsShort() throws InterruptedException {
		Cluster cluster = new Cluster(5);
		Lease lease = new SteppedClock(cluster.time()).redlock(cluster)
			.acquire(Cluster.ONE_ATTEMPT.withAutoExtend(true));
		cluster.time().advance(Duration.ofMillis(3400));
		assertThat(lease.extensions()).isPositive();
		assertThat(lease.extend(Duration.ofSeconds(1))).isTrue();
		assertThat(lease.remainingValidity()).isLessThan(Duration.ofSeconds(1));
	}

	@Test
	void whatTheApplicationAskedForBeforeARenewalCountsAlsoIfItIsAnsweredAfterIt() {
		Validity acquired = new Validity(0, 10);
		Validity renewed = acquired.renewed(new Validity(5, 15));
		assertThat(renewed.remaining(0)).isEqualTo(15);
		assertThat(renewed.orLater(new Validity(4, 64)).remaining(0)).isEqualTo(64);
		assertThat(renewed.orLater(new Validity(4, 8)).remaining(0)).isEqualTo(8);
	}

	@Test
	void aLeaseThatSomebodySawExpiredIsNotSeenValidAgain() throws InterruptedException {
		AtomicInteger expired = new AtomicInteger();
		for (int reading = 1; reading < 60; reading++) {
			Cluster cluster = new Cluster(3);
			SteppedClock clock = new SteppedClock(cluster.time());
			Lease lease = clock.redlock(cluster).acquire(Cluster.ONE_ATTEMPT);
			cluster.time().advance(Duration.ofMillis(9890));
			AtomicBoolean seenValid = new AtomicBoolean(true);
			clock.atReading(reading, () -> {
				cluster.time().jump(Duration.ofMillis(20));
				seenValid.set(lease.isValid());
			});
			boolean extended = lease.extend(Cluster.TTL);
			clock.stop();
			if (!seenValid.get()) {
				expired.incrementAndGet();
				assertThat(extended || lease.isValid()).as("revived at reading %d", reading).isFalse();
			}
		}
		assertThat(expired).hasPositiveValue();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void norIfAnExtensionIsConfirmedWhileItIsLookedAt(int reading) throws Exception {
		Cluster cluster = new Cluster(3);
		SteppedClock clock = new SteppedClock(cluster.time());
		Lease lease = clock.redlock(cluster).acquire(Cluster.ONE_ATTEMPT);
		cluster.time().advance(Duration.ofMillis(9890));
		CountDownLatch looking = new CountDownLatch(1);
		CountDownLatch prolonged = new CountDownLatch(1);
		CompletableFuture<Boolean> seenValid = new CompletableFuture<>();
		long until = cluster.time().nanos() + LONG.toNanos();
		((QuorumLease) lease).holding().prolong(new Validity(cluster.time().nanos(), until), (present, confirmed) -> {
			// It was in time, and is not any more for the other thread.
			cluster.time().jump(Duration.ofMillis(20));
			clock.atReading(reading, () -> {
				looking.countDown();
				await(prolonged);
			});
			seenValid.completeAsync(lease::isValid).whenComplete((valid, ex) -> looking.countDown());
			await(looking);
			return confirmed;
		});
		prolonged.countDown();
		boolean seen = seenValid.get(20, TimeUnit.SECONDS);
		assertThat(lease.isValid()).isEqualTo(seen);
		assertThat(lease.loss().isPresent()).isEqualTo(!seen);
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
