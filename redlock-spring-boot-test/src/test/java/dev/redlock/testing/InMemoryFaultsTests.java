package dev.redlock.testing;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LossReason;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.RedlockClosedException;
import dev.redlock.ReleaseOutcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a test can do to the locks in memory.
 */
class InMemoryFaultsTests extends AbstractInMemoryTests {

	@Test
	void whatTheTestHoldsIsRefusedAtOnce() throws Exception {
		this.redlock.hold("order:41", "order:42");
		assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> this.redlock.acquire(PATIENT))
			.satisfies((ex) -> assertThat(ex.getVotes()).singleElement()
				.satisfies((vote) -> assertThat(vote.verdict()).isEqualTo(Verdict.HELD)));
		assertThat(this.redlock.acquireAsync(PATIENT)).failsWithin(Duration.ofSeconds(10));
		assertThat(this.redlock.tryAcquire(PATIENT.withResources(List.of("order:43")))).isPresent();
		this.redlock.free("order:42");
		assertThat(this.redlock.tryAcquire(PATIENT)).isPresent();
		assertThat(isFree("order:41")).isFalse();
	}

	@Test
	void whatTheTestTakesIsFoundTakenByItsOwner() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		this.redlock.hold("order:42");
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.extend(TTL)).isFalse();
		assertThat(lease.lost()).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(LossReason.TAKEN);
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.TAKEN);
		assertThat(isFree("order:42")).isFalse();
	}

	@Test
	void aWaiterGetsWhatTheTestFrees() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		CompletableFuture<Lease> waiter = this.redlock.acquireAsync(PATIENT);
		this.redlock.hold("order:42");
		lease.close();
		assertThat(waiter).isNotDone();
		this.redlock.free("order:42");
		assertThat(waiter).succeedsWithin(Duration.ofSeconds(10)).returns(true, Lease::isValid);
	}

	@Test
	void allLocksCanBeHeld() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		this.redlock.holdAll();
		assertThatExceptionOfType(LockHeldException.class)
			.isThrownBy(() -> this.redlock.acquire(PATIENT.withResources(List.of("order:43"))));
		assertThat(isFree("order:43")).isFalse();
		assertThat(this.redlock.inspect("order:42").remaining()).isEqualTo(TTL);
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(isFree("order:42")).isFalse();
	}

	@Test
	void allLocksCanBeFreedAgainWhileALeaseIsHeld() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		this.redlock.hold("order:43");
		this.redlock.holdAll();
		this.redlock.freeAll();
		assertThat(this.redlock.tryAcquire(ORDER.withResources(List.of("order:43")))).isPresent();
		assertThat(this.redlock.tryAcquire(ORDER.withResources(List.of("order:44")))).isPresent();
		assertThat(lease.isValid()).isTrue();
		assertThat(isFree("order:42")).isFalse();
	}

	@Test
	void aLeaseCanOutliveAnOutage() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		this.redlock.makeUnavailable();
		this.redlock.advance(Duration.ofSeconds(5));
		this.redlock.makeAvailable();
		assertThat(lease.extend(TTL)).isTrue();
		assertThat(lease.remainingValidity()).isGreaterThan(Duration.ofSeconds(9));
		assertThat(this.redlock.tryAcquire(ORDER.withResources(List.of("order:43")))).isPresent();
	}

	@Test
	void locksCanBeUnavailable() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		this.redlock.makeUnavailable();
		assertThatExceptionOfType(QuorumUnavailableException.class).isThrownBy(() -> this.redlock.acquire(PATIENT))
			.withMessageContaining("made unavailable by the test");
		assertThat(lease.extend(TTL)).isFalse();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.UNCONFIRMED);
		this.redlock.reset();
		assertThat(this.redlock.tryAcquire(ORDER)).isPresent();
	}

	@Test
	void aResetLeavesNothing() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		CompletableFuture<Lease> waiter = this.redlock.acquireAsync(PATIENT);
		this.redlock.hold("order:43");
		this.redlock.holdAll();
		this.redlock.reset();
		assertThat(lease.isValid()).isFalse();
		assertThat(waiter).failsWithin(Duration.ofSeconds(10))
			.withThrowableThat()
			.withCauseInstanceOf(RedlockClosedException.class);
		assertThat(isFree("order:42") && isFree("order:43")).isTrue();
		assertThat(this.redlock.tryAcquire(ORDER)).isPresent();
	}

	@Test
	void nothingIsLockedAfterTheEnd() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		this.redlock.close();
		this.redlock.reset();
		assertThat(lease.lost()).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(LossReason.CLOSED);
		assertThatExceptionOfType(RedlockClosedException.class).isThrownBy(() -> this.redlock.acquire(ORDER));
	}

}
