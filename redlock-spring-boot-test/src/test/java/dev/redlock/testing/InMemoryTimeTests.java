package dev.redlock.testing;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockRequest;
import dev.redlock.LossPolicy;
import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Leases in memory are extended, expire, and are lost when the test says so.
 */
class InMemoryTimeTests extends AbstractInMemoryTests {

	@Test
	void aLeaseThatEndsEarlyKeepsOthersOutForAsLongAsItHadAskedFor() throws Exception {
		LockRequest job = ORDER.withHoldAtLeast(Duration.ofSeconds(5));
		assertThat(this.redlock.acquire(job).release()).isEqualTo(ReleaseOutcome.RELEASED);
		this.redlock.advance(Duration.ofSeconds(4));
		assertThat(this.redlock.tryAcquire(job)).isEmpty();
		this.redlock.advance(Duration.ofSeconds(1));
		assertThat(this.redlock.tryAcquire(job)).isPresent();
	}

	@Test
	void aLeaseExpires() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		assertThat(lease.remainingValidity()).isEqualTo(Duration.ofMillis(9898));
		this.redlock.advance(Duration.ofSeconds(4));
		assertThat(lease.remainingValidity()).isEqualTo(Duration.ofMillis(5898));
		assertThat(this.redlock.tryAcquire(ORDER)).isEmpty();
		this.redlock.advance(Duration.ofSeconds(6));
		assertThat(lease.isValid()).isFalse();
		assertThat(lease.lost()).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(LossReason.EXPIRED);
		assertThat(this.redlock.tryAcquire(ORDER)).isPresent();
		assertThat(lease.extend(TTL)).isFalse();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.TAKEN);
	}

	@Test
	void timePassesByItself() throws Exception {
		try (InMemoryRedlock real = new InMemoryRedlock()) {
			Lease lease = real.acquire(ORDER.withTtl(Duration.ofMillis(300)).withAutoExtend(false));
			await().untilAsserted(() -> assertThat(lease.lost().toCompletableFuture()).isCompleted());
			// A lease ends somewhat before its key does.
			assertThat(real.tryAcquire(PATIENT)).isPresent();
			assertThat(lease.release()).isEqualTo(ReleaseOutcome.TAKEN);
		}
	}

	@Test
	void timeThatIsLeftAfterAnAdvancePassesByItself() throws Exception {
		try (InMemoryRedlock real = new InMemoryRedlock()) {
			Lease lease = real.acquire(ORDER.withTtl(Duration.ofSeconds(60)).withAutoExtend(false));
			real.advance(Duration.ofSeconds(59));
			assertThat(lease.isValid()).isTrue();
			assertThat(lease.lost()).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(LossReason.EXPIRED);
		}
	}

	@Test
	void anExpiredLeaseThatNobodyTookIsReleasedAsExpired() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		this.redlock.advance(TTL);
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.EXPIRED);
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.EXPIRED);
	}

	@Test
	void aLeaseIsExtended() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		this.redlock.advance(Duration.ofSeconds(9));
		assertThat(lease.extend(TTL)).isTrue();
		assertThat(lease.extensions()).isOne();
		this.redlock.advance(Duration.ofSeconds(9));
		assertThat(lease.isValid()).isTrue();
		assertThatIllegalArgumentException().isThrownBy(() -> lease.extend(Duration.ofMinutes(2)));
	}

	@Test
	void aLeaseIsExtendedAutomatically() throws Exception {
		Lease lease = this.redlock.acquire(ORDER.withAutoExtend(true).withMaxExtensions(5));
		this.redlock.advance(TTL);
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.extensions()).isBetween(3, 4);
		this.redlock.advance(TTL.multipliedBy(2));
		assertThat(lease.lost()).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(LossReason.EXTENSION_LIMIT);
	}

	@Test
	void aLossFailsTheExecution() {
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> this.redlock.execute(ORDER, (lease) -> {
			this.redlock.lose();
			assertThat(lease.isValid()).isFalse();
			return "done";
		})).satisfies((ex) -> assertThat(ex.getReason()).isEqualTo(LossReason.EXPIRED));
	}

	@Test
	void aLossCanInterruptTheExecution() {
		AtomicInteger interrupts = new AtomicInteger();
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.redlock.execute(ORDER.withWhenLost(LossPolicy.INTERRUPT), (lease) -> {
				this.redlock.lose();
				if (Thread.currentThread().isInterrupted()) {
					interrupts.incrementAndGet();
				}
				return "done";
			}));
		assertThat(interrupts).hasValue(1);
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void aLossCanBeIgnored() throws Exception {
		assertThat(this.redlock.<String>execute(ORDER.withWhenLost(LossPolicy.IGNORE), (lease) -> {
			this.redlock.lose();
			return "done";
		})).isEqualTo("done");
	}

	@Test
	void allLeasesAreLostAtOnceAndTheirResourcesFree() throws Exception {
		Lease extended = this.redlock.acquire(ORDER.withAutoExtend(true));
		Lease another = this.redlock.acquire(LockRequest.of("order:43").withTtl(Duration.ofSeconds(60)));
		this.redlock.hold("order:44");
		this.redlock.lose();
		assertThat(extended.isValid() || another.isValid()).isFalse();
		assertThat(extended.lost()).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(LossReason.TAKEN);
		assertThat(another.lost()).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(LossReason.EXPIRED);
		assertThat(isFree("order:42") && isFree("order:43")).isTrue();
		assertThat(isFree("order:44")).isFalse();
		assertThat(this.redlock.acquire(ORDER).isValid()).isTrue();
	}

}
