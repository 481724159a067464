package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.Lease;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.RedlockNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Callers that give up before it is their turn, or while it is.
 */
@Timeout(30)
class LeavingTheQueueTests {

	private final Cluster cluster = new Cluster(5);

	@Test
	void whoIsCancelledInTheMiddleIsPassedOver() {
		Lease first = this.cluster.acquire();
		List<CompletableFuture<Lease>> waiters = waiters(4);
		waiters.get(0).cancel(true);
		waiters.get(2).cancel(true);
		first.release();
		assertThat(waiters.get(1)).isCompleted();
		waiters.get(1).join().release();
		assertThat(waiters.get(3)).isCompleted();
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(3);
	}

	@Test
	void whoseTimeIsOverIsPassedOver() {
		Lease first = this.cluster.acquire();
		CompletableFuture<Lease> impatient = this.cluster.start(Cluster.PATIENT.withWaitTime(Duration.ofMillis(100)));
		CompletableFuture<Lease> patient = this.cluster.start(Cluster.PATIENT);
		LockNotAcquiredException failure = this.cluster.failure(impatient);
		assertThat(failure.getWaited()).isEqualTo(Duration.ofMillis(100));
		assertThat(this.cluster.time().elapsed()).isEqualTo(Duration.ofMillis(100));
		first.release();
		assertThat(patient).isCompleted();
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(2);
	}

	@Test
	void whoIsInterruptedIsPassedOver() throws InterruptedException {
		Lease first = this.cluster.acquire();
		FutureTask<Lease> task = new FutureTask<>(
				() -> this.cluster.redlock().acquire(Cluster.PATIENT.withWaitTime(Duration.ofMinutes(1))));
		Thread thread = new Thread(task, "waiter");
		thread.setDaemon(true);
		thread.start();
		Awaitility.await()
			.pollInterval(1, TimeUnit.MILLISECONDS)
			.until(() -> thread.getState() == Thread.State.TIMED_WAITING);
		CompletableFuture<Lease> behind = this.cluster.start(Cluster.PATIENT);
		thread.interrupt();
		thread.join();
		assertThatExceptionOfType(Exception.class).isThrownBy(task::get)
			.withCauseInstanceOf(InterruptedException.class);
		first.release();
		assertThat(behind).isCompleted();
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(2);
	}

	@Test
	void theFirstHandsItsTurnOnWhenItIsCancelled() {
		this.cluster.holdByAnother(0, 5);
		List<CompletableFuture<Lease>> waiters = waiters(3);
		waiters.get(1).cancel(true);
		waiters.get(0).cancel(true);
		this.cluster.time().advance(Duration.ofMillis(500));
		this.cluster.nodes().forEach((node) -> node.server().delete(Cluster.KEY));
		this.cluster.time().advance(Duration.ofMillis(200));
		assertThat(waiters.get(2)).isCompleted();
	}

	@Test
	void theFirstHandsItsTurnOnWhenItsTimeIsOver() {
		this.cluster.holdByAnother(0, 5);
		CompletableFuture<Lease> impatient = this.cluster.start(Cluster.PATIENT.withWaitTime(Duration.ofMillis(100)));
		CompletableFuture<Lease> patient = this.cluster.start(Cluster.PATIENT);
		this.cluster.failure(impatient);
		int asked = this.cluster.node(0).received(Acquire.class).size();
		this.cluster.time().advance(Duration.ZERO);
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSizeGreaterThan(asked);
		this.cluster.nodes().forEach((node) -> node.server().delete(Cluster.KEY));
		this.cluster.time().advance(Duration.ofMillis(200));
		assertThat(patient).isCompleted();
	}

	@Test
	void anAttemptUnderWayIsUndoneBeforeTheTurnIsHandedOn() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(10), Duration.ofMillis(10)));
		List<CompletableFuture<Lease>> waiters = waiters(2);
		this.cluster.time().advance(Duration.ofMillis(5));
		waiters.get(0).cancel(true);
		this.cluster.time().advance(Duration.ofMillis(20));
		assertThat(waiters.get(1)).isCompleted();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(waiters.get(1).join().token());
	}

	@Test
	void whoIsCancelledJustWhenItGetsTheLockLeavesItToTheNext() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(10), Duration.ofMillis(10)));
		List<CompletableFuture<Lease>> waiters = waiters(3);
		this.cluster.time().passUntilDone(waiters.get(0));
		CompletableFuture<Lease> cancelled = waiters.get(1);
		waiters.get(0).join().releaseAsync();
		this.cluster.time().advance(Duration.ofMillis(15));
		cancelled.cancel(true);
		this.cluster.time().advance(Duration.ofMillis(20));
		assertThat(waiters.get(2)).isCompleted();
	}

	@Test
	void whoIsCancelledJustWhenItGetsTheLockWakesWhoWaitsElsewhere() {
		LockRequest patient = Cluster.PATIENT.withTtl(Duration.ofMinutes(1)).withWaitTime(Duration.ofMinutes(1));
		Cluster here = new Cluster(5,
				new QuorumSettings("", Cluster.TTL, Cluster.TTL.multipliedBy(6), Duration.ZERO,
						new RetryDelay(Duration.ofMillis(20), Duration.ofSeconds(30)), Cluster.defaults().drift(),
						false, 100, Duration.ofDays(7)));
		Cluster elsewhere = here.anotherClient();
		here.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ofMillis(1)));
		elsewhere.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ofMillis(1)));
		CompletableFuture<Lease> first = here.start(patient);
		here.time().passUntilDone(first);
		CompletableFuture<Lease> next = here.start(patient);
		CompletableFuture<Lease> stranger = elsewhere.start(patient);
		here.time().advance(Duration.ofSeconds(25));
		first.join().releaseAsync();
		next.cancel(true);
		here.time().advance(Duration.ofMillis(10));
		assertThat(stranger).isCompleted();
	}

	@Test
	void whoIsCancelledWhileTheReleaseIsSentLetsNobodyOvertakeIt() {
		Lease first = this.cluster.acquire();
		List<CompletableFuture<Lease>> waiters = waiters(2);
		this.cluster.node(0).beforeNext(() -> {
			waiters.get(0).cancel(true);
			this.cluster.time().advance(Duration.ZERO);
		});
		first.releaseAsync();
		assertThat(waiters.get(1)).isCompleted();
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(2);
	}

	@Test
	void whoComesWhileTheReleaseIsSentDoesNotOvertakeItEither() {
		Lease first = this.cluster.acquire();
		CompletableFuture<Lease> cancelled = this.cluster.start(Cluster.PATIENT);
		List<CompletableFuture<Lease>> late = new ArrayList<>();
		this.cluster.node(0).beforeNext(() -> {
			cancelled.cancel(true);
			late.add(this.cluster.start(Cluster.PATIENT));
		});
		first.releaseAsync();
		assertThat(late.get(0)).isCompleted();
	}

	@Test
	void aReleaseThatNobodyIsLeftToFollowIsAnnounced() {
		List<RedlockNode> nodes = List.copyOf(this.cluster.nodes());
		LocalQueues queues = new LocalQueues(nodes, this.cluster.time(),
				new OthersFirst(nodes, this.cluster.time(), this.cluster.time(), Cluster.defaults().retryDelay()));
		Turn first = new Turn(queues, List.of(Cluster.KEY), null);
		Turn second = new Turn(queues, List.of(Cluster.KEY), null);
		assertThat(first.take(true)).isTrue();
		assertThat(second.take(true)).isFalse();
		Turnover turnover = first.release("token");
		assertThat(turnover.isAnnounced()).isFalse();
		second.end();
		assertThat(turnover.isAnnounced()).isTrue();
		turnover.sent();
		assertThat(first.take(true)).isTrue();
	}

	@Test
	void whenAllLeaveNothingStaysBehind() {
		this.cluster.holdByAnother(0, 5);
		List<CompletableFuture<Lease>> waiters = waiters(5);
		this.cluster.time().advance(Duration.ofMillis(50));
		waiters.forEach((waiter) -> waiter.cancel(true));
		this.cluster.time().advance(Duration.ZERO);
		assertThat(this.cluster.time().waitingTasks()).isZero();
		assertThat(this.cluster.server(0).watchers().count(Cluster.KEY)).isZero();
		int asked = this.cluster.node(0).received(Acquire.class).size();
		this.cluster.time().advance(Duration.ofSeconds(5));
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(asked);
	}

	@Test
	void allMayGiveUpTogetherThoughNoNodeCanBeReached() {
		this.cluster.nodes().forEach((node) -> node.become(Behaviour.UNREACHABLE));
		List<CompletableFuture<Lease>> waiters = waiters(900);
		this.cluster.time().advance(Duration.ofSeconds(4));
		assertThat(waiters).allMatch(CompletableFuture::isCompletedExceptionally);
		this.cluster.nodes().forEach(ScriptedNode::answers);
		assertThat(this.cluster.start(Cluster.PATIENT)).isCompleted();
	}

	private List<CompletableFuture<Lease>> waiters(int count) {
		return Stream.generate(() -> this.cluster.start(Cluster.PATIENT)).limit(count).toList();
	}

}
