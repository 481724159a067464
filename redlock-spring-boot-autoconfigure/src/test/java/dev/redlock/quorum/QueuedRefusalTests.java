package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.node.NodeCommand.Acquire;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What those are told whose time is over before it was their turn: held by another and no
 * quorum stay told apart (S6).
 */
class QueuedRefusalTests {

	private final Cluster cluster = new Cluster(5);

	@Test
	void behindSomebodyWhoIsRefusedTheyAreToldWhoHoldsIt() {
		this.cluster.holdByAnother(0, 4);
		this.cluster.node(4).become(Behaviour.UNREACHABLE);
		this.cluster.start(Cluster.PATIENT);
		LockNotAcquiredException failure = this.cluster.failure(waiting(100));
		assertThat(failure).isInstanceOf(LockHeldException.class);
		assertThat(failure.getVotes()).extracting(NodeVote::verdict)
			.containsExactly(Verdict.HELD, Verdict.HELD, Verdict.HELD, Verdict.HELD, Verdict.UNREACHABLE);
	}

	@ParameterizedTest
	@EnumSource(names = { "SILENT", "PAUSED", "UNREACHABLE", "QUARANTINED", "FAILING", "THROWING", "THROWING_ERRORS" })
	void behindSomebodyWhoFindsNoQuorumTheyAreToldSo(Behaviour behaviour) {
		this.cluster.nodes(0, 3).forEach((node) -> node.become(behaviour));
		this.cluster.start(Cluster.PATIENT);
		this.cluster.time().advance(Duration.ofMillis(10));
		LockNotAcquiredException failure = this.cluster.failure(waiting(100));
		assertThat(failure).isInstanceOf(QuorumUnavailableException.class);
		assertThat(failure.getVotes()).extracting(NodeVote::verdict).doesNotContain(Verdict.NOT_ASKED);
		assertThat(failure.getWaited()).isEqualTo(Duration.ofMillis(100));
	}

	@Test
	void allThatGiveUpTogetherWhileNodesDoNotAnswerAreToldSo() {
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.PAUSED));
		List<CompletableFuture<Lease>> waiters = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			waiters.add(this.cluster.start(waiting(200)));
			this.cluster.time().advance(Duration.ofMillis(1));
		}
		this.cluster.time().advance(Duration.ofMillis(300));
		assertThat(waiters)
			.allSatisfy((waiter) -> assertThat(failureOf(waiter)).isInstanceOf(QuorumUnavailableException.class));
	}

	@Test
	void whoseTurnComesWhenNodesHaveBeenTooSlowForTheOneBeforeIsToldSo() {
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.PAUSED));
		this.cluster.start(waiting(30));
		this.cluster.time().advance(Duration.ofMillis(10));
		// Its turn comes at 30 ms, and its attempt is under way at 40 ms.
		assertThat(this.cluster.failure(waiting(30))).isInstanceOf(QuorumUnavailableException.class);
	}

	@Test
	void behindAnAttemptThatHasOnlyJustBegunTheyAreNotToldThatNodesAreTooSlow() {
		Lease lease = this.cluster.acquire();
		this.cluster.start(Cluster.PATIENT);
		CompletableFuture<Lease> impatient = this.cluster.start(waiting(100));
		this.cluster.time().advance(Duration.ofMillis(95));
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		lease.releaseAsync();
		LockNotAcquiredException failure = this.cluster.failure(impatient);
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSize(2);
		assertThat(failure).isInstanceOf(LockHeldException.class);
	}

	@Test
	void whoseOwnAttemptHasOnlyJustBegunIsNotToldThatNodesAreTooSlow() {
		Lease lease = this.cluster.acquire();
		CompletableFuture<Lease> impatient = this.cluster.start(waiting(100));
		this.cluster.time().advance(Duration.ofMillis(95));
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		lease.releaseAsync();
		assertThat(this.cluster.failure(impatient)).isInstanceOf(LockHeldException.class);
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void whatTheNodesSaidBeforeALeaseOfThisProcessIsForgotten() {
		this.cluster.nodes().forEach((node) -> node.become(Behaviour.UNREACHABLE));
		CompletableFuture<Lease> first = this.cluster.start(Cluster.PATIENT);
		this.cluster.time().advance(Duration.ofMillis(100));
		this.cluster.nodes().forEach(ScriptedNode::answers);
		this.cluster.time().passUntilDone(first);
		assertThat(this.cluster.failure(waiting(100))).isInstanceOf(LockHeldException.class);
	}

	@Test
	void whileOthersComeFirstTheyAreToldThatItIsHeld() {
		Lease lease = this.cluster.acquire();
		Cluster other = this.cluster.anotherClient();
		other.start(Cluster.PATIENT);
		this.cluster.time().advance(Duration.ofMillis(1));
		other.nodes().forEach((node) -> node.become(Behaviour.PAUSED));
		lease.release();
		assertThat(this.cluster.failure(waiting(2))).isInstanceOf(LockHeldException.class);
	}

	private static LockRequest waiting(int millis) {
		return Cluster.PATIENT.withWaitTime(Duration.ofMillis(millis));
	}

	private static Throwable failureOf(CompletableFuture<Lease> future) {
		return future.handle((lease, ex) -> ex).join();
	}

}
