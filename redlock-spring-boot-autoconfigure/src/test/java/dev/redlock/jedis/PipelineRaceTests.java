package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What one thread sees of a pipeline while another takes what is to be written.
 */
@Timeout(60)
class PipelineRaceTests {

	private static final int ROUNDS = 20_000;

	private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

	private static final int LONGEST_DELAY = 200;

	private static final int MANY_SPINS = 1000;

	private final long start = System.nanoTime();

	private final ExecutorService other = Executors.newSingleThreadExecutor();

	@AfterEach
	void end() {
		this.other.shutdownNow();
	}

	@Test
	void theReleaseOfAnAcquireIsFoundWhileItIsBeingWritten() throws Exception {
		Acquire acquire = new Acquire(List.of("order:42"), "mine", 1000, false);
		for (int round = 0; goesOn(round); round++) {
			Pipeline pipeline = pipeline(List.of(release("mine")));
			whileWriting(pipeline, round, (present) -> assertThat(present.releaseOf(acquire)).isPresent());
		}
	}

	@Test
	void noCallIsLostWhenTheConnectionEndsWhileCallsAreWritten() throws Exception {
		for (int round = 0; goesOn(round); round++) {
			List<Call> calls = List.of(Call.ping(0), release("first"), release("second"), Call.ping(1));
			Set<Call> orphans = ConcurrentHashMap.newKeySet();
			Pipeline pipeline = pipeline(calls);
			Call late = Call.ping(2);
			whileWriting(pipeline, round, (ending) -> {
				ending.takeAll((call, written) -> orphans.add(call));
				ending.add(late);
			});
			pipeline.takeAll((call, written) -> orphans.add(call));
			assertThat(orphans).containsAll(calls).contains(late);
			assertThat(pipeline.isEmpty()).isTrue();
		}
	}

	@Test
	void noCallIsLostWhenTwoThreadsTakeWhatAConnectionLeavesBehind() throws Exception {
		for (int round = 0; goesOn(round); round++) {
			List<Call> calls = List.of(Call.ping(0), Call.ping(1), Call.ping(2), Call.ping(3));
			Pipeline pipeline = pipeline(calls);
			pipeline.takeNext();
			Set<Call> orphans = ConcurrentHashMap.newKeySet();
			Consumer<Pipeline> ending = (present) -> present.takeAll((call, written) -> orphans.add(call));
			meanwhile(() -> ending.accept(pipeline), round, () -> ending.accept(pipeline));
			assertThat(orphans).containsExactlyInAnyOrderElementsOf(calls);
			assertThat(pipeline.isEmpty()).isTrue();
		}
	}

	/**
	 * Each round takes long where others need the processors, too.
	 */
	private boolean goesOn(int round) {
		return round < ROUNDS && System.nanoTime() - this.start < LONG_ENOUGH.toNanos();
	}

	private void whileWriting(Pipeline pipeline, int round, Consumer<Pipeline> action) throws Exception {
		meanwhile(pipeline::takeNext, round, () -> action.accept(pipeline));
	}

	private void meanwhile(Runnable task, int round, Runnable action) throws Exception {
		AtomicInteger ready = new AtomicInteger();
		Future<?> running = this.other.submit(() -> {
			meet(ready);
			task.run();
		});
		meet(ready);
		for (int delay = round % LONGEST_DELAY; delay > 0; delay--) {
			Thread.onSpinWait();
		}
		action.run();
		running.get();
	}

	/** Without sleeping, from which threads wake up too far apart to race. */
	private static void meet(AtomicInteger ready) {
		ready.incrementAndGet();
		for (int spins = 1; ready.get() < 2; spins++) {
			if (spins % MANY_SPINS == 0) {
				// The other one may be waiting for the only processor.
				Thread.yield();
			}
			Thread.onSpinWait();
		}
	}

	private static Pipeline pipeline(List<Call> calls) {
		Pipeline pipeline = new Pipeline(() -> 0);
		calls.forEach(pipeline::add);
		return pipeline;
	}

	private static Call release(String token) {
		return Call.of(new Release(List.of("order:42"), token, 1, true), 0);
	}

}
