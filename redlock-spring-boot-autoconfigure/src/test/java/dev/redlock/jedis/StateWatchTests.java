package dev.redlock.jedis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.redlock.node.NodeChange;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

@Timeout(60)
class StateWatchTests {

	private final AtomicReference<NodeStatus> present = new AtomicReference<>(new NodeStatus(State.DOWN, "cold"));

	private final AtomicLong clock = new AtomicLong();

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(3,
			(task) -> new Thread(task, "timer"));

	private final Queue<NodeChange> told = new ConcurrentLinkedQueue<>();

	private final StateWatch watch = new StateWatch("redis-0", this.present::get, this.timer, this.clock::get);

	@AfterEach
	void close() {
		this.timer.shutdownNow();
	}

	@Test
	void theTimeInAStateIsThatOfTheClockAndStartsAnewWithEachState() {
		this.clock.set(5000);
		assertThat(this.watch.status().inState()).isEqualTo(Duration.ofNanos(5000));
		this.present.set(new NodeStatus(State.UP, ""));
		assertThat(this.watch.status().inState()).isEqualTo(Duration.ZERO);
		this.watch.listen(this.told::add);
		Awaitility.await().until(() -> this.told.size() == 1);
		this.clock.set(7000);
		assertThat(this.watch.status().inState()).isEqualTo(Duration.ofNanos(2000));
	}

	@Test
	void aChangeIsToldWithItsReasonAndNotByWhoeverNoticedIt() {
		AtomicReference<String> thread = new AtomicReference<>();
		this.watch.listen((change) -> thread.set(Thread.currentThread().getName()));
		this.watch.listen(this.told::add);
		become(State.QUARANTINED, "restarted");
		Awaitility.await().until(() -> this.told.size() == 1);
		assertThat(this.told).containsExactly(new NodeChange(State.DOWN, State.QUARANTINED, "restarted"));
		assertThat(thread).hasValue("timer");
	}

	@Test
	void aNodeThatIsDownFromTheBeginningIsNoChange() throws Exception {
		this.watch.listen(this.told::add);
		this.watch.mayHaveChanged();
		settle();
		assertThat(this.told).isEmpty();
	}

	@Test
	void whoListensLateIsToldHowTheNodeIsAndTheOthersNothing() {
		this.watch.listen(this.told::add);
		become(State.UP, "");
		Awaitility.await().until(() -> this.told.size() == 1);
		Queue<NodeChange> late = new ConcurrentLinkedQueue<>();
		this.watch.listen(late::add);
		Awaitility.await().until(() -> late.size() == 1);
		assertThat(late).containsExactlyElementsOf(this.told);
	}

	@Test
	void changesAreToldInOrderAndOneAtATimeHoweverManyThreadsNoticeThem() throws Exception {
		AtomicInteger atOnce = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		this.watch.listen((change) -> {
			most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
			this.told.add(change);
			atOnce.decrementAndGet();
		});
		noticeChangesOnManyThreads();
		become(State.QUARANTINED, "last");
		settle();
		List<NodeChange> changes = new ArrayList<>(this.told);
		assertThat(changes).hasSizeGreaterThan(50);
		State state = State.DOWN;
		for (NodeChange change : changes) {
			assertThat(change.from()).isEqualTo(state).isNotEqualTo(change.to());
			state = change.to();
		}
		assertThat(state).isEqualTo(State.QUARANTINED);
		assertThat(most).hasValue(1);
	}

	@Test
	void theEndOfAQuarantineIsNoticedByItself() {
		StateWatch watch = new StateWatch("redis-0", this::quarantinedUntilTold, this.timer, System::nanoTime);
		watch.listen(this.told::add);
		Awaitility.await().until(() -> this.told.size() == 2);
		assertThat(this.told).extracting(NodeChange::to).containsExactly(State.QUARANTINED, State.UP);
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void aListenerThatFailsIsLoggedAndToldTheNextChange(CapturedOutput output) {
		this.watch.listen((change) -> {
			this.told.add(change);
			throw new AssertionError("of the listener");
		});
		become(State.UP, "");
		Awaitility.await().until(() -> this.told.size() == 1);
		become(State.DOWN, "gone");
		Awaitility.await().until(() -> this.told.size() == 2);
		assertThat(output).contains("The state of node redis-0 could not be looked at");
	}

	@Test
	void aListenerThatFailsAndALogThatFailsWithItKeepTheOthersFromNothing() {
		this.watch.listen((change) -> {
			throw new AssertionError("of the listener");
		});
		BrokenLog.during(StateWatch.class, () -> {
			this.watch.listen(this.told::add);
			become(State.UP, "");
			Awaitility.await().until(() -> this.told.size() == 1);
			become(State.DOWN, "gone");
			Awaitility.await().until(() -> this.told.size() == 2);
		});
	}

	@Test
	void nothingIsToldAfterTheEnd() throws Exception {
		this.watch.listen(this.told::add);
		this.watch.close();
		become(State.UP, "");
		settle();
		assertThat(this.told).isEmpty();
	}

	@Test
	void aTimerThatHasEndedIsNoError() {
		this.timer.shutdownNow();
		assertThatNoException().isThrownBy(this.watch::mayHaveChanged);
	}

	private void become(State state, String detail) {
		this.present.set(new NodeStatus(state, detail));
		this.watch.mayHaveChanged();
	}

	private void noticeChangesOnManyThreads() throws InterruptedException, ExecutionException {
		ExecutorService threads = Executors.newFixedThreadPool(4);
		List<Future<?>> done = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			done.add(threads.submit(() -> {
				for (int j = 0; j < 2000 || this.told.size() < 50; j++) {
					become((j % 2 == 0) ? State.UP : State.DOWN, "");
				}
			}));
		}
		for (Future<?> thread : done) {
			thread.get();
		}
		threads.shutdown();
	}

	/**
	 * Waits until all looks that were asked for are over. There can be none after it.
	 */
	private void settle() throws InterruptedException {
		this.timer.shutdown();
		assertThat(this.timer.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
	}

	private NodeStatus quarantinedUntilTold() {
		return this.told.isEmpty() ? new NodeStatus(State.QUARANTINED, "", null, null, Duration.ofMillis(1), null)
				: new NodeStatus(State.UP, "");
	}

}
