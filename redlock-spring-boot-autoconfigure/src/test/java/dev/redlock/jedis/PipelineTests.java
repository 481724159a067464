package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Heal;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class PipelineTests {

	private static final int SENDERS = 4;

	private static final int EACH = 20_000;

	private final Pipeline pipeline = new Pipeline(() -> 0);

	private long now;

	@Test
	void callsAreWrittenAndAnsweredInTheirOrder() {
		List<Call> calls = add(2);
		assertThat(this.pipeline.takeAnswered()).isNull();
		assertThat(this.pipeline.takeNext()).isEqualTo(calls);
		assertThat(this.pipeline.unansweredCount()).isEqualTo(2);
		Call later = add(1).get(0);
		assertThat(this.pipeline.takeAnswered()).isSameAs(calls.get(0));
		assertThat(this.pipeline.oldest()).isSameAs(calls.get(1));
		assertThat(this.pipeline.takeAnswered()).isSameAs(calls.get(1));
		assertThat(this.pipeline.takeAnswered()).isNull();
		assertThat(this.pipeline.takeNext()).containsExactly(later);
		assertThat(this.pipeline.takeNext()).isEmpty();
	}

	@Test
	void releasesThatAreWrittenTogetherAreAnsweredTogether() {
		Call first = release("first");
		Call acquire = Call.of(new Acquire(List.of("order:43"), "other", 1000, false), (reply) -> {
		}, 0);
		Call second = release("second");
		List.of(first, acquire, second).forEach(this.pipeline::add);
		assertThat(this.pipeline.takeNext()).hasSize(2);
		assertThat(this.pipeline.unansweredCount()).isEqualTo(3);
		assertThat(this.pipeline.unanswered()).containsExactly(first, second, acquire);
		assertThat(this.pipeline.takeAnswered().calls()).containsExactly(first, second);
		assertThat(this.pipeline.unansweredCount()).isEqualTo(1);
		assertThat(this.pipeline.takeAnswered()).isSameAs(acquire);
		assertThat(this.pipeline.isEmpty()).isTrue();
	}

	@Test
	void aCallThatNobodyWaitsForIsNeitherWrittenNorExpectedToBeAnswered() {
		List<Call> calls = add(3);
		calls.get(1).abandon();
		assertThat(this.pipeline.takeNext()).containsExactly(calls.get(0), calls.get(2));
		assertThat(this.pipeline.unansweredCount()).isEqualTo(2);
		assertThat(this.pipeline.takeAnswered()).isSameAs(calls.get(0));
		assertThat(this.pipeline.takeAnswered()).isSameAs(calls.get(2));
	}

	@Test
	void aReleaseIsWrittenEvenIfNobodyWaitsForIt() {
		Call release = release("token");
		release.abandon();
		this.pipeline.add(release);
		assertThat(this.pipeline.takeNext()).containsExactly(release);
	}

	@Test
	void callsThatNobodyWaitsForLeaveNothingBehind() {
		add(2).forEach(Call::abandon);
		assertThat(this.pipeline.isEmpty()).isFalse();
		assertThat(this.pipeline.takeNext()).isEmpty();
		assertThat(this.pipeline.isEmpty()).isTrue();
		assertThat(this.pipeline.isWritable()).isFalse();
	}

	@Test
	void aServerThatDoesNotAnswerGetsNoMoreThanAWindow() {
		List<Call> calls = add(600);
		assertThat(this.pipeline.takeNext()).hasSize(512);
		assertThat(this.pipeline.isWritable()).isFalse();
		assertThat(this.pipeline.takeNext()).isEmpty();
		this.pipeline.takeAnswered();
		assertThat(this.pipeline.isWritable()).isTrue();
		assertThat(this.pipeline.takeNext()).containsExactly(calls.get(512));
	}

	@Test
	void aServerMayKnowOfACallFromWhenItIsWrittenWheneverItWasSent() {
		Pipeline pipeline = new Pipeline(() -> this.now);
		List<Call> calls = List.of(Call.ping(0), release("first"), release("second"), Call.ping(3));
		calls.forEach(pipeline::add);
		this.now = 7;
		List<Exchange> written = pipeline.takeNext();
		assertThat(written).hasSize(3).extracting(Exchange::writtenAt).containsOnly(7L);
		assertThat(calls).extracting(Call::writtenAt).containsOnly(7L);
		this.now = 9;
		pipeline.add(calls.get(3));
		pipeline.takeNext();
		assertThat(calls).extracting(Call::writtenAt).containsExactly(7L, 7L, 7L, 9L);
	}

	@Test
	void whatIsWrittenWhileAnswersAreMissingIsAnsweredAfterThat() {
		List<Call> calls = add(2);
		this.pipeline.takeNext();
		calls.addAll(add(2));
		this.pipeline.takeNext();
		assertThat(this.pipeline.unanswered()).isEqualTo(calls);
		for (int answered = 0; answered < 4; answered++) {
			assertThat(this.pipeline.oldest()).isSameAs(calls.get(answered));
			assertThat(this.pipeline.unanswered()).isEqualTo(calls.subList(answered, 4));
			assertThat(this.pipeline.takeAnswered()).isSameAs(calls.get(answered));
		}
		assertThat(this.pipeline.oldest()).isNull();
		assertThat(this.pipeline.isEmpty()).isTrue();
	}

	@Test
	void anOrphanOfWhichNobodyCouldBeToldIsTheFirstTheNextTime() {
		List<Call> calls = add(3);
		this.pipeline.takeNext();
		List<Call> told = new ArrayList<>();
		assertThatIllegalStateException().isThrownBy(() -> this.pipeline.takeAll((call, written) -> {
			told.add(call);
			if (call == calls.get(1)) {
				throw new IllegalStateException("once");
			}
		}));
		this.pipeline.takeAll((call, written) -> told.add(call));
		assertThat(told).containsExactly(calls.get(0), calls.get(1), calls.get(1), calls.get(2));
	}

	@Test
	void orphansComeInTheirOrderAndTellWhetherTheyWereWritten() {
		List<Call> calls = add(2);
		this.pipeline.takeNext();
		this.pipeline.takeAnswered();
		calls.addAll(add(2));
		List<Call> written = new ArrayList<>();
		List<Call> unwritten = new ArrayList<>();
		this.pipeline.takeAll((call, isWritten) -> (isWritten ? written : unwritten).add(call));
		assertThat(written).containsExactly(calls.get(1));
		assertThat(unwritten).containsExactly(calls.get(2), calls.get(3));
		assertThat(this.pipeline.isEmpty()).isTrue();
		assertThat(this.pipeline.takeNext()).isEmpty();
	}

	@Test
	void theReleaseOfAnAcquireIsFoundWhetherItWasWrittenOrNot() {
		Acquire acquire = new Acquire(List.of("order:42"), "mine", 1000, false);
		assertThat(this.pipeline.releaseOf(acquire)).isEmpty();
		this.pipeline.add(Call.of(acquire, (reply) -> {
		}, 0));
		this.pipeline.add(release("other"));
		Call release = release("mine");
		this.pipeline.add(release);
		assertThat(this.pipeline.releaseOf(acquire)).containsSame(release);
		this.pipeline.takeNext();
		assertThat(this.pipeline.releaseOf(acquire)).containsSame(release);
	}

	@Test
	void theReleaseOfAnotherLeaseWithTheSameTokenIsNotTheOneOfAnAcquire() {
		this.pipeline.add(release("adopted"));
		assertThat(this.pipeline.releaseOf(new Heal(List.of("order:43"), "adopted", 1000))).isEmpty();
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
					Call call = (i % 2 == 0) ? Call.ping(i) : Call.of(release(id, i), i);
					senders.put(call, new long[] { id });
					this.pipeline.add(call);
					write(writing);
				})));
			}
			Future<int[]> answering = executor.submit(() -> {
				int[] next = new int[2 * SENDERS];
				for (int count = 0; count < SENDERS * EACH;) {
					Exchange exchange = this.pipeline.takeAnswered();
					for (Call call : (exchange != null) ? exchange.calls() : List.<Call>of()) {
						int kind = 2 * (int) senders.remove(call)[0] + (int) call.startedAt() % 2;
						assertThat(call.startedAt()).isGreaterThanOrEqualTo(next[kind]);
						next[kind] = (int) call.startedAt() + 1;
						count++;
					}
					write(writing);
				}
				return next;
			});
			Future<?> looking = executor.submit(() -> {
				while (!answering.isDone()) {
					assertThat(Stream.concat(this.pipeline.queued(), this.pipeline.unanswered())).doesNotContainNull();
				}
			});
			assertThat(answering.get(50, TimeUnit.SECONDS)).containsOnly(EACH - 1, EACH);
			assertThat(senders).isEmpty();
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
			while (!this.pipeline.takeNext().isEmpty()) {
				Thread.onSpinWait();
			}
			writing.set(false);
		}
	}

	private static Release release(int sender, int number) {
		return new Release(List.of(sender + ":" + number), "token", 1, true);
	}

	private static Call release(String token) {
		return Call.of(new Release(List.of("order:42"), token, 1, true), 0);
	}

	private List<Call> add(int count) {
		List<Call> calls = IntStream.range(0, count)
			.mapToObj(Call::ping)
			.collect(Collectors.toCollection(ArrayList::new));
		calls.forEach(this.pipeline::add);
		return calls;
	}

}
