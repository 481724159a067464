package dev.redlock.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LockInspection;
import dev.redlock.LockRequest;
import dev.redlock.LossPolicy;
import dev.redlock.LossReason;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.RedlockClosedException;
import dev.redlock.ReleaseOutcome;
import dev.redlock.quorum.QuorumSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * The locks in memory do what the Javadoc of {@link dev.redlock.Redlock} promises.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class InMemoryRedlockTests {

	private static final Duration TTL = Duration.ofSeconds(10);

	private static final LockRequest ORDER = LockRequest.of("order:42").withTtl(TTL).withWaitTime(Duration.ZERO);

	private static final LockRequest PATIENT = ORDER.withWaitTime(Duration.ofSeconds(30));

	private final InMemoryRedlock redlock = new InMemoryRedlock(QuorumSettings.defaults().withAutoExtend(false),
			() -> 0, List.of());

	private final ExecutorService threads = Executors.newCachedThreadPool();

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.redlock.close();
	}

	private <T> Future<T> inAnotherThread(Callable<T> action) {
		return this.threads.submit(action);
	}

	private boolean isFree(String resource) {
		return !this.redlock.inspect(resource).held();
	}

	@Test
	void aResourceHasOneOwner() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.resources()).containsExactly("order:42");
		assertThat(lease.token()).matches("[0-9a-f]{40}");
		assertThat(this.redlock.tryAcquire(ORDER)).isEmpty();
		assertThat(this.redlock.tryAcquire(ORDER.withResources(List.of("order:43")))).isPresent();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(lease.isValid()).isFalse();
		assertThat(this.redlock.tryAcquire(ORDER)).isPresent();
	}

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
	void manyThreadsExcludeEachOther() throws Exception {
		int[] counter = new int[1];
		List<Future<Void>> workers = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			workers.add(inAnotherThread(() -> {
				for (int turn = 0; turn < 200; turn++) {
					this.redlock.execute(PATIENT, (lease) -> counter[0]++);
				}
				return null;
			}));
		}
		for (Future<Void> worker : workers) {
			worker.get();
		}
		assertThat(counter[0]).isEqualTo(1600);
	}

	@Test
	void waitersComeInTheOrderOfTheirCalls() throws Exception {
		List<Integer> order = new CopyOnWriteArrayList<>();
		Lease lease = this.redlock.acquire(ORDER);
		List<CompletableFuture<Void>> waiters = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			int number = i;
			waiters.add(this.redlock.acquireAsync(PATIENT).thenAccept((own) -> {
				order.add(number);
				own.close();
			}));
		}
		assertThat(order).isEmpty();
		lease.close();
		CompletableFuture.allOf(waiters.toArray(CompletableFuture<?>[]::new)).get(30, TimeUnit.SECONDS);
		assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
	}

	@Test
	void whoWaitsLongEnoughGetsTheLock() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		Future<Lease> waiter = inAnotherThread(() -> this.redlock.acquire(PATIENT));
		assertThat(waiter).isNotDone();
		lease.close();
		assertThat(waiter.get().isValid()).isTrue();
	}

	@Test
	void whoWaitsTooShortIsToldSo() throws Exception {
		this.redlock.acquire(ORDER);
		Duration waitTime = Duration.ofMillis(200);
		long start = System.nanoTime();
		assertThatExceptionOfType(LockHeldException.class)
			.isThrownBy(() -> this.redlock.acquire(ORDER.withWaitTime(waitTime)))
			.satisfies((ex) -> assertThat(ex.getResources()).containsExactly("order:42"));
		assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(waitTime.toNanos());
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
			assertThat(real.tryAcquire(ORDER)).isPresent();
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
	void fencingTokensIncreaseOverResetsAndContexts() throws Exception {
		List<Long> tokens = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			try (InMemoryRedlock another = new InMemoryRedlock()) {
				for (int j = 0; j < 3; j++) {
					try (Lease lease = another.acquire(ORDER.withFencing())) {
						tokens.add(lease.fencingToken().orElseThrow());
					}
					another.reset();
				}
			}
		}
		assertThat(tokens).doesNotHaveDuplicates().isSorted();
		assertThat(this.redlock.acquire(ORDER).fencingToken()).isEqualTo(OptionalLong.empty());
	}

	@Test
	void severalResourcesAreLockedAllOrNone() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		LockRequest both = ORDER.withResources(List.of("order:41", "order:42"));
		assertThat(this.redlock.tryAcquire(both)).isEmpty();
		assertThat(isFree("order:41")).isTrue();
		Future<Lease> waiter = inAnotherThread(() -> this.redlock.acquire(both.withWaitTime(Duration.ofSeconds(30))));
		lease.close();
		assertThat(waiter.get().release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(isFree("order:41") && isFree("order:42")).isTrue();
	}

	@Test
	void aCancelledAcquireLeavesNothing() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		CompletableFuture<Lease> waiter = this.redlock.acquireAsync(PATIENT);
		waiter.cancel(false);
		lease.close();
		assertThat(isFree("order:42")).isTrue();
		assertThat(this.redlock.acquireAsync(ORDER)).succeedsWithin(Duration.ofSeconds(10))
			.returns(true, Lease::isValid);
	}

	@Test
	void anAsynchronousAcquireFailsLikeAnotherOne() throws Exception {
		this.redlock.acquire(ORDER);
		assertThat(this.redlock.acquireAsync(ORDER)).failsWithin(Duration.ofSeconds(10))
			.withThrowableThat()
			.withCauseInstanceOf(LockHeldException.class);
	}

	@Test
	void anInterruptedThreadGetsNoLock() throws Exception {
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> this.redlock.acquire(ORDER));
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		assertThat(isFree("order:42")).isTrue();
	}

	@Test
	void anInterruptEndsTheWait() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		CompletableFuture<Throwable> failure = new CompletableFuture<>();
		Thread waiter = new Thread(() -> {
			try {
				this.redlock.acquire(PATIENT);
			}
			catch (Throwable ex) {
				failure.complete(ex);
			}
		});
		waiter.start();
		await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
		waiter.interrupt();
		assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
		lease.close();
		assertThat(isFree("order:42")).isTrue();
	}

	@Test
	void executeReleasesAfterTheAction() throws Exception {
		assertThat(this.redlock.<String>execute(ORDER, (lease) -> "held: " + lease.isValid())).isEqualTo("held: true");
		assertThat(isFree("order:42")).isTrue();
		assertThatExceptionOfType(NumberFormatException.class)
			.isThrownBy(() -> this.redlock.execute(ORDER, (lease) -> Integer.parseInt("none")));
		assertThat(isFree("order:42")).isTrue();
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

	@Test
	void aLeaseIsAdopted() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		Lease adopted = this.redlock.adopt("order:42", lease.token(), TTL);
		assertThat(adopted.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.redlock.adopt("order:42", lease.token(), TTL));
	}

	@Test
	void aResourceIsInspected() throws Exception {
		assertThat(this.redlock.inspect("order:42").held()).isFalse();
		this.redlock.acquire(ORDER);
		LockInspection inspection = this.redlock.inspect("order:42");
		assertThat(inspection.held()).isTrue();
		assertThat(inspection.remaining()).isEqualTo(TTL);
	}

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
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
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
