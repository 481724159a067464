package dev.redlock.jedis;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.jedis.Pipeline.Entry;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class PipelineTests {

	private static final int SENDERS = 4;

	private static final int EACH = 20_000;

	private final Pipeline pipeline = new Pipeline();

	@Test
	void callsAreWrittenAndAnsweredInTheirOrder() {
		List<Call> calls = add(3);
		assertThat(this.pipeline.takeAnswered()).isNull();
		assertThat(List.of(this.pipeline.takeNext(), this.pipeline.takeNext())).isEqualTo(calls.subList(0, 2));
		assertThat(this.pipeline.unansweredCount()).isEqualTo(2);
		assertThat(List.of(this.pipeline.takeAnswered(), this.pipeline.takeAnswered())).isEqualTo(calls.subList(0, 2));
		assertThat(this.pipeline.takeAnswered()).isNull();
		assertThat(this.pipeline.takeNext()).isSameAs(calls.get(2));
		assertThat(this.pipeline.takeNext()).isNull();
	}

	@Test
	void aCallThatNobodyWaitsForIsNeitherWrittenNorExpectedToBeAnswered() {
		List<Call> calls = add(3);
		calls.get(1).abandon();
		assertThat(List.of(this.pipeline.takeNext(), this.pipeline.takeNext())).containsExactly(calls.get(0),
				calls.get(2));
		assertThat(this.pipeline.unansweredCount()).isEqualTo(2);
		assertThat(remaining()).containsExactly(calls.get(0), calls.get(2));
		assertThat(List.of(this.pipeline.takeAnswered(), this.pipeline.takeAnswered())).containsExactly(calls.get(0),
				calls.get(2));
	}

	@Test
	void aReleaseIsWrittenEvenIfNobodyWaitsForIt() {
		Call release = Call.of(new Release(List.of("order:42"), "token", 1, false), 0);
		release.abandon();
		this.pipeline.add(release);
		assertThat(this.pipeline.takeNext()).isSameAs(release);
	}

	@Test
	void callsThatNobodyWaitsForLeaveNothingBehind() {
		add(2).forEach(Call::abandon);
		assertThat(this.pipeline.isEmpty()).isFalse();
		assertThat(this.pipeline.takeNext()).isNull();
		assertThat(this.pipeline.isEmpty()).isTrue();
		assertThat(this.pipeline.isWritable()).isFalse();
	}

	@Test
	void aServerThatDoesNotAnswerGetsNoMoreThanAWindow() {
		List<Call> calls = add(600);
		int written = 0;
		while (this.pipeline.takeNext() != null) {
			written++;
		}
		assertThat(written).isEqualTo(512);
		assertThat(this.pipeline.isWritable()).isFalse();
		this.pipeline.takeAnswered();
		assertThat(this.pipeline.isWritable()).isTrue();
		assertThat(this.pipeline.takeNext()).isSameAs(calls.get(512));
	}

	@Test
	void orphansComeInTheirOrderAndTellWhetherTheyWereWritten() {
		List<Call> calls = add(4);
		this.pipeline.takeNext();
		this.pipeline.takeNext();
		this.pipeline.takeAnswered();
		List<Call> written = new ArrayList<>();
		List<Call> unwritten = new ArrayList<>();
		Entry orphan;
		while ((orphan = this.pipeline.takeOrphan()) != null) {
			(orphan.isWritten() ? written : unwritten).add(orphan.call());
		}
		assertThat(written).containsExactly(calls.get(1));
		assertThat(unwritten).containsExactly(calls.get(2), calls.get(3));
		assertThat(this.pipeline.isEmpty()).isTrue();
		assertThat(this.pipeline.takeNext()).isNull();
	}

	@Test
	void whoeverLooksAtACallThatIsAnsweredMeanwhileGoesOnWithTheOldestThatIsNot() {
		List<Call> calls = add(4);
		Entry looking = this.pipeline.first();
		IntStream.range(0, 3).forEach((i) -> this.pipeline.takeNext());
		IntStream.range(0, 3).forEach((i) -> this.pipeline.takeAnswered());
		assertThat(this.pipeline.after(looking).call()).isSameAs(calls.get(3));
	}

	@Test
	void theReleaseOfAnAcquireIsFoundWhetherItWasWrittenOrNot() {
		Acquire acquire = new Acquire(List.of("order:42"), "mine", 1000, false);
		Release release = new Release(List.of("order:42"), "mine", 1, false);
		assertThat(this.pipeline.releaseOf(acquire)).isEmpty();
		this.pipeline.add(Call.of(new Release(List.of("order:42"), "other", 1, false), 0));
		this.pipeline.add(Call.of(release, 0));
		assertThat(this.pipeline.releaseOf(acquire)).containsSame(release);
		this.pipeline.takeNext();
		this.pipeline.takeNext();
		assertThat(this.pipeline.releaseOf(acquire)).containsSame(release);
	}

	@Test
	@Timeout(10)
	void theReleaseOfAnAcquireIsFoundWhileItIsBeingAdded() throws Exception {
		Entry release = new Entry(Call.of(new Release(List.of("order:42"), "mine", 1, false), 0));
		Entry before = this.pipeline.claimPlace(release);
		add(1);
		CompletableFuture<Optional<Release>> found = CompletableFuture
			.supplyAsync(() -> this.pipeline.releaseOf(new Acquire(List.of("order:42"), "mine", 1000, false)));
		await().during(Duration.ofMillis(50)).until(() -> !found.isDone());
		before.set(release);
		assertThat(found.get(5, TimeUnit.SECONDS)).isPresent();
	}

	@Test
	void anAnsweredCallThatSomebodyStillRefersToKeepsNoYoungerOneAlive() {
		add(1);
		Entry old = this.pipeline.first();
		answerAll();
		WeakReference<Call> younger = new WeakReference<>(add(1).get(0));
		answerAll();
		add(1);
		answerAll();
		await().atMost(Duration.ofSeconds(10)).until(() -> {
			System.gc();
			return younger.get() == null;
		});
		assertThat(old.call()).isNotNull();
	}

	@Test
	@Timeout(60)
	void everyCallOfManySendersIsAnsweredOnceAndInTheOrderOfItsSender() throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(SENDERS + 2);
		AtomicBoolean writing = new AtomicBoolean();
		try {
			Map<Call, long[]> senders = new ConcurrentHashMap<>();
			List<Future<?>> sending = new ArrayList<>();
			for (int sender = 0; sender < SENDERS; sender++) {
				int id = sender;
				sending.add(executor.submit(() -> IntStream.range(0, EACH).forEach((i) -> {
					Call call = Call.ping(i);
					senders.put(call, new long[] { id });
					this.pipeline.add(call);
					write(writing);
				})));
			}
			Future<int[]> answering = executor.submit(() -> {
				int[] next = new int[SENDERS];
				for (int count = 0; count < SENDERS * EACH;) {
					Call call = this.pipeline.takeAnswered();
					if (call != null) {
						int sender = (int) senders.remove(call)[0];
						assertThat(call.startedAt()).isEqualTo(next[sender]++);
						count++;
					}
					write(writing);
				}
				return next;
			});
			Future<?> looking = executor.submit(() -> {
				while (!answering.isDone()) {
					remaining();
				}
			});
			assertThat(answering.get(50, TimeUnit.SECONDS)).containsOnly(EACH);
			looking.get(5, TimeUnit.SECONDS);
			for (Future<?> sender : sending) {
				sender.get(5, TimeUnit.SECONDS);
			}
			assertThat(this.pipeline.isEmpty()).isTrue();
			assertThat(this.pipeline.unansweredCount()).isZero();
		}
		finally {
			executor.shutdownNow();
		}
	}

	/** As a link does it: whoever adds a call writes, unless somebody else does. */
	private void write(AtomicBoolean writing) {
		while (this.pipeline.isWritable() && writing.compareAndSet(false, true)) {
			while (this.pipeline.takeNext() != null) {
				Thread.onSpinWait();
			}
			writing.set(false);
		}
	}

	private List<Call> remaining() {
		List<Call> calls = new ArrayList<>();
		for (Entry entry = this.pipeline.first(); entry != null; entry = this.pipeline.after(entry)) {
			calls.add(entry.call());
		}
		return calls;
	}

	private void answerAll() {
		while (this.pipeline.takeNext() != null) {
			assertThat(this.pipeline.takeAnswered()).isNotNull();
		}
	}

	private List<Call> add(int count) {
		List<Call> calls = IntStream.range(0, count).mapToObj(Call::ping).toList();
		calls.forEach(this.pipeline::add);
		return calls;
	}

}
