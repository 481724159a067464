package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.node.NodeCommand.Acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Several processes that want one lock all the time.
 */
class FairnessTests {

	private static final LockRequest PATIENT = Cluster.PATIENT.withWaitTime(Duration.ofMinutes(1));

	private static final Duration LONGEST_YIELD = QuorumSettings.defaults().retryDelay().min();

	private static final Duration YIELD = LONGEST_YIELD.dividedBy(4);

	private final Cluster busy = new Cluster(5);

	private final Cluster rival = this.busy.anotherClient();

	private final VirtualTime time = this.busy.time();

	@Test
	void anotherProcessGetsItAfterSoManyTurns() {
		Lease lease = this.busy.acquire();
		List<CompletableFuture<Lease>> waiters = waiters(this.busy, 40);
		CompletableFuture<Lease> other = this.rival.start(PATIENT);
		this.time.advance(Duration.ofMillis(1));
		int turns = 0;
		while (!other.isDone()) {
			lease.release();
			this.time.advance(Duration.ofMillis(1));
			lease = other.isDone() ? lease : waiters.get(turns++).join();
		}
		assertThat(turns).isBetween(15, 17);
		assertThat(waiters.get(turns)).isNotDone();
		other.join().release();
		this.time.advance(Duration.ZERO);
		assertThat(waiters.get(turns)).isCompleted();
	}

	@Test
	void whoLetsOthersComeFirstIsNotWokenByItsOwnRelease() {
		Lease lease = releaseAllTurnsButOne();
		this.rival.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ofMillis(1)));
		CompletableFuture<Lease> other = this.rival.start(PATIENT);
		this.time.advance(Duration.ofMillis(20));
		CompletableFuture<Lease> next = this.busy.start(PATIENT);
		lease.release();
		this.time.passUntilDone(CompletableFuture.anyOf(other, next));
		assertThat(other).isCompleted();
		assertThat(next).isNotDone();
	}

	@Test
	void otherProcessesThatDoNotComeDelayNobodyForLong() {
		Lease lease = releaseAllTurnsButOne();
		CompletableFuture<Lease> other = this.rival.start(PATIENT);
		this.time.advance(Duration.ofMillis(20));
		this.rival.nodes().forEach((node) -> node.become(Behaviour.PAUSED));
		CompletableFuture<Lease> next = this.busy.start(PATIENT);
		Duration before = this.time.elapsed();
		lease.release();
		this.time.passUntilDone(next);
		assertThat(this.time.elapsed().minus(before)).isEqualTo(YIELD);
		assertThat(other).isNotDone();
	}

	@Test
	void whereNobodyElseWaitsNobodyIsDelayed() {
		Lease lease = this.busy.acquire();
		for (CompletableFuture<Lease> waiter : waiters(this.busy, 100)) {
			lease.release();
			assertThat(waiter).isCompleted();
			lease = waiter.join();
		}
	}

	@Test
	void whoComesBackAtOnceLetsAnotherProcessComeFirst() {
		Lease lease = this.busy.acquire();
		CompletableFuture<Lease> other = this.rival.start(PATIENT);
		this.rival.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ofMillis(1)));
		this.time.advance(Duration.ofMillis(20));
		lease.release();
		CompletableFuture<Lease> again = this.busy.start(PATIENT);
		this.time.advance(Duration.ofMillis(4));
		assertThat(other).isCompleted();
		assertThat(again).isNotDone();
	}

	@Test
	void whoeverLetsItComeFirstIsNotKeptWaitingThoughOneNodeAloneCouldAnnounceThat() {
		Lease lease = this.busy.acquire();
		CompletableFuture<Lease> other = this.rival.start(PATIENT);
		this.time.advance(Duration.ofMillis(20));
		this.busy.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ZERO));
		this.time.passUntilDone(lease.releaseAsync().toCompletableFuture());
		CompletableFuture<Lease> again = this.busy.start(PATIENT);
		this.time.advance(Duration.ofNanos(500_000));
		// The others do not know yet that it listens.
		IntStream.range(1, 5).forEach((index) -> this.busy.server(index).watchers().forget());
		other.join().release();
		CompletableFuture<Lease> otherAgain = this.rival.start(PATIENT);
		this.time.advance(Duration.ofMillis(4));
		assertThat(again).isCompleted();
		assertThat(otherAgain).isNotDone();
	}

	@Test
	void otherProcessesThatKeepItAreWaitedForLikeAnyOwner() {
		Lease lease = releaseAllTurnsButOne();
		CompletableFuture<Lease> other = this.rival.start(PATIENT);
		this.time.advance(Duration.ofMillis(20));
		CompletableFuture<Lease> next = this.busy.start(PATIENT);
		int asked = asked(this.busy);
		lease.release();
		this.time.advance(LONGEST_YIELD.minusMillis(1));
		assertThat(other).isCompleted();
		assertThat(asked(this.busy)).isEqualTo(asked);
		this.time.advance(Duration.ofMillis(1));
		assertThat(asked(this.busy)).isEqualTo(asked + 1);
		other.join().release();
		this.time.advance(Duration.ZERO);
		assertThat(next).isCompleted();
	}

	@Test
	void nobodyAsksForItAmidTheTurnsOfAnotherProcess() {
		List<Worker> workers = Stream.of(this.busy, this.rival)
			.flatMap((process) -> Stream.generate(() -> new Worker(process)).limit(20))
			.toList();
		workers.forEach(Worker::work);
		this.time.advance(Duration.ofMillis(100));
		int asked = asked(this.busy) + asked(this.rival);
		int turns = turns(workers);
		this.time.advance(Duration.ofSeconds(2));
		assertThat(asked(this.busy) + asked(this.rival) - asked).isCloseTo(turns(workers) - turns, within(1));
	}

	@Test
	void whoDoesNotComeBackDelaysNobodyAfterAMoment() {
		Lease before = this.rival.acquire();
		// It has to wait, and so hears of releases from then on.
		CompletableFuture<Lease> first = this.busy.start(PATIENT);
		before.release();
		Lease lease = this.time.passUntilDone(first).join();
		CompletableFuture<Lease> other = this.rival.start(PATIENT);
		this.time.advance(Duration.ofMillis(20));
		List<CompletableFuture<Lease>> waiters = waiters(this.rival, 20);
		lease.release();
		this.time.advance(YIELD);
		for (CompletableFuture<Lease> waiter : waiters) {
			other.join().release();
			assertThat(waiter).isCompleted();
			other = waiter;
		}
	}

	private static int asked(Cluster process) {
		return process.node(0).received(Acquire.class).size();
	}

	private static int turns(List<Worker> workers) {
		return workers.stream().mapToInt(Worker::turns).sum();
	}

	/**
	 * Leaves a lease after whose release other processes come first.
	 */
	private Lease releaseAllTurnsButOne() {
		Lease before = this.rival.acquire();
		// It had to wait, and so hears of releases from then on.
		CompletableFuture<Lease> first = this.busy.start(PATIENT);
		before.release();
		Lease lease = this.time.passUntilDone(first).join();
		for (CompletableFuture<Lease> waiter : waiters(this.busy, 16)) {
			lease.release();
			lease = waiter.join();
		}
		return lease;
	}

	private static List<CompletableFuture<Lease>> waiters(Cluster process, int count) {
		return Stream.generate(() -> process.start(PATIENT)).limit(count).toList();
	}

	@Test
	void twoProcessesWithOneThreadEachAlternate() {
		List<Worker> workers = List.of(new Worker(this.busy), new Worker(this.rival));
		workers.forEach(Worker::work);
		this.time.advance(Duration.ofSeconds(2));
		assertThat(workers.get(0).gaps()).hasSizeGreaterThan(500).allMatch((turns) -> turns <= 2);
		assertThat(workers.get(1).gaps()).hasSizeGreaterThan(500).allMatch((turns) -> turns <= 2);
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 3, 4 })
	void nobodyStarves(int processes) {
		Random random = new Random(processes);
		List<Worker> workers = new ArrayList<>();
		for (int i = 0; i < processes; i++) {
			Cluster process = (i == 0) ? this.busy : this.busy.anotherClient();
			vary(process, random);
			for (int k = 0; k < 8; k++) {
				workers.add(new Worker(process));
			}
		}
		workers.forEach(Worker::work);
		this.time.advance(Duration.ofSeconds(2));
		int turns = turns(workers);
		assertThat(turns).isGreaterThan(1000);
		assertThat(workers).allSatisfy((worker) -> {
			assertThat(worker.turns()).isGreaterThan(turns / workers.size() / 3);
			assertThat(worker.longestWait()).isLessThan(Duration.ofSeconds(1));
		});
	}

	/**
	 * Lets the ways of a process take another time each millisecond.
	 */
	private void vary(Cluster process, Random random) {
		process.nodes()
			.forEach((node) -> node.answersAfter(Duration.ofNanos(30_000 + random.nextInt(40_000)),
					Duration.ofNanos(30_000 + random.nextInt(40_000))));
		this.time.after(1_000_000, () -> vary(process, random));
	}

	/**
	 * A thread that holds the lock for a millisecond and wants it again at once.
	 */
	private static final class Worker {

		private final Cluster process;

		private final VirtualTime time;

		private final List<Integer> gaps = new ArrayList<>();

		private int turns;

		private Duration longestWait = Duration.ZERO;

		Worker(Cluster process) {
			this.process = process;
			this.time = process.time();
		}

		void work() {
			Duration since = this.time.elapsed();
			this.process.start(PATIENT).thenAccept((lease) -> {
				this.turns++;
				Duration waited = this.time.elapsed().minus(since);
				this.gaps.add((int) waited.toMillis());
				this.longestWait = (waited.compareTo(this.longestWait) > 0) ? waited : this.longestWait;
				this.time.after(1_000_000, () -> lease.releaseAsync().thenAccept((outcome) -> work()));
			});
		}

		int turns() {
			return this.turns;
		}

		/**
		 * Returns how many milliseconds, which are turns of others, passed before each
		 * turn.
		 */
		List<Integer> gaps() {
			return this.gaps;
		}

		Duration longestWait() {
			return this.longestWait;
		}

	}

}
