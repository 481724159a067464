package dev.redlock.quorum;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockRequest;
import dev.redlock.LossPolicy;
import dev.redlock.LossReason;
import dev.redlock.jedis.BrokenLog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class S8PolicyTests {

	private static final LockRequest INTERRUPTED = Cluster.ONE_ATTEMPT.withWhenLost(LossPolicy.INTERRUPT);

	private final Cluster cluster = new Cluster(5);

	@AfterEach
	void noInterruptIsLeft() {
		assertThat(Thread.interrupted()).isFalse();
	}

	private void lose() {
		this.cluster.time().advance(Cluster.TTL);
	}

	@Test
	void workThatIsToBeInterruptedIsInterruptedAtTheLoss() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(INTERRUPTED, (lease) -> {
				assertThat(Thread.currentThread().isInterrupted()).isFalse();
				lose();
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
				return "result";
			}))
			.satisfies((ex) -> assertThat(ex.getReason()).isEqualTo(LossReason.EXPIRED));
	}

	@Test
	void theInterruptDoesNotOutliveTheWorkThatIgnoresIt() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(INTERRUPTED, (lease) -> {
				lose();
				return "result";
			}));
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void whatTheInterruptedWorkThrowsWinsAndCarriesTheLoss() {
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(INTERRUPTED, (lease) -> {
				lose();
				Thread.currentThread().join();
				return true;
			}))
			.satisfies(
					(ex) -> assertThat(ex.getSuppressed()).hasSize(1).hasOnlyElementsOfType(LeaseLostException.class));
	}

	@Test
	void workThatHasEndedIsNotInterruptedAnyMore() throws Exception {
		Lease ended = this.cluster.redlock().execute(INTERRUPTED, (lease) -> lease);
		lose();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		assertThat(ended.isValid()).isFalse();
	}

	@Test
	void workThatFollowsOtherWorkUnderTheSameLeaseIsInterrupted() {
		QuorumLease lease = (QuorumLease) this.cluster.acquire(INTERRUPTED);
		assertThat(LossGuard.start(lease, LossPolicy.INTERRUPT).end()).isNull();
		LossGuard second = LossGuard.start(lease, LossPolicy.INTERRUPT);
		lose();
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		assertThat(second.end()).isNotNull();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void workStaysInterruptedAfterAPartOfItThatLostALeaseOfItsOwn(boolean partTakesTheInterrupt) {
		LockRequest part = INTERRUPTED.withResources(List.of("part"));
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(INTERRUPTED, (lease) -> {
				assertThatExceptionOfType(LeaseLostException.class)
					.isThrownBy(() -> this.cluster.redlock().execute(part, (inner) -> {
						lose();
						return partTakesTheInterrupt && Thread.interrupted();
					}));
				return assertThat(Thread.currentThread().isInterrupted()).isTrue();
			}));
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void workIsNotInterruptedByTheLossOfAPartOfIt() throws Exception {
		LockRequest part = INTERRUPTED.withResources(List.of("part")).withTtl(Cluster.TTL.dividedBy(2));
		this.cluster.redlock().execute(INTERRUPTED, (lease) -> {
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> this.cluster.redlock().execute(part, (inner) -> {
					this.cluster.time().advance(Cluster.TTL.dividedBy(2));
					return true;
				}));
			return assertThat(Thread.currentThread().isInterrupted()).isFalse();
		});
	}

	@Test
	void workThatOnlyWantsToFailIsNotInterrupted() {
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> {
				lose();
				assertThat(Thread.currentThread().isInterrupted()).isFalse();
				throw new IOException("of the action");
			}))
			.satisfies(
					(ex) -> assertThat(ex.getSuppressed()).hasSize(1).hasOnlyElementsOfType(LeaseLostException.class));
	}

	@Test
	void workThatDoesNotCareGetsItsResult() throws Exception {
		String result = this.cluster.redlock().execute(Cluster.ONE_ATTEMPT.withWhenLost(LossPolicy.IGNORE), (lease) -> {
			lose();
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
			return "result";
		});
		assertThat(result).isEqualTo("result");
		assertThat(this.cluster.events().losses()).hasSize(1);
	}

	@Test
	void whoWaitsForTheLossHearsOfItThoughTheLogFails() {
		Lease lease = this.cluster.acquire(Cluster.ONE_ATTEMPT.withWhenLost(LossPolicy.IGNORE));
		BrokenLog.during(Listeners.class, this::lose);
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
		assertThat(this.cluster.events().losses()).hasSize(1);
	}

	@Test
	void aCloseInterruptsTheWorkToo() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(INTERRUPTED, (lease) -> {
				this.cluster.redlock().close();
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
				return true;
			}))
			.satisfies((ex) -> assertThat(ex.getReason()).isEqualTo(LossReason.CLOSED));
	}

	@Test
	void aQuorumThatSaysNotOursAtARenewalInterruptsTheWork() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(INTERRUPTED.withAutoExtend(true), (lease) -> {
				this.cluster.holdByAnother(0, 3);
				this.cluster.time().advance(Cluster.TTL.dividedBy(3));
				assertThat(Thread.currentThread().isInterrupted()).isTrue();
				return true;
			}))
			.satisfies((ex) -> assertThat(ex.getReason()).isEqualTo(LossReason.TAKEN));
	}

}
