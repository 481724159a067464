package dev.redlock.quorum;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.QuorumUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class S6VoteTests {

	@Test
	void heldByAnotherAndNoQuorumAreToldApart() {
		for (int down = 0; down <= 5; down++) {
			for (int held = Math.max(0, 3 - down); held + down <= 5; held++) {
				Cluster cluster = new Cluster(5);
				cluster.nodes(0, down).forEach((node) -> node.become(Behaviour.UNREACHABLE));
				cluster.holdByAnother(down, down + held);
				assertThat(cluster.failure(Cluster.ONE_ATTEMPT)).as("%d down, %d held", down, held)
					.isInstanceOf((down >= 3) ? QuorumUnavailableException.class : LockHeldException.class);
			}
		}
	}

	@Test
	void nodesThatAreSilentTogetherAreUnusableTogether() {
		Cluster cluster = new Cluster(5);
		cluster.holdByAnother(0, 1);
		cluster.nodes(1, 4).forEach((node) -> node.become(Behaviour.PAUSED));
		assertThat(cluster.failure(Cluster.ONE_ATTEMPT)).isInstanceOf(QuorumUnavailableException.class);
	}

	@Test
	void aQuorumThatGrantedTooLateAsksForALongerTtl() {
		assertThat(failureOfSlowNodes(45, Cluster.ONE_ATTEMPT.withTtl(Duration.ofMillis(40))))
			.hasMessageContaining("use a longer ttl")
			.hasMessageNotContaining("node-timeout");
	}

	@Test
	void aWaitTimeThatIsShorterThanTheAnswersAsksForALongerOne() {
		assertThat(failureOfSlowNodes(40, Cluster.ONE_ATTEMPT.withWaitTime(Duration.ofMillis(30))))
			.hasMessageContaining("Use a longer wait time")
			.hasMessageNotContaining("node-timeout");
	}

	private static LockNotAcquiredException failureOfSlowNodes(int millis, LockRequest request) {
		Cluster cluster = new Cluster(5);
		cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(millis), Duration.ZERO));
		return cluster.failure(request);
	}

	@Test
	void tryAcquireIsEmptyOnlyIfTheLockIsHeld() throws InterruptedException {
		Cluster cluster = new Cluster(5);
		cluster.holdByAnother(0, 3);
		assertThat(cluster.redlock().tryAcquire(Cluster.ONE_ATTEMPT)).isEmpty();
		cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThatExceptionOfType(QuorumUnavailableException.class)
			.isThrownBy(() -> cluster.redlock().tryAcquire(Cluster.ONE_ATTEMPT));
		cluster.nodes().forEach(ScriptedNode::answers);
		cluster.server(0).delete(Cluster.KEY);
		assertThat(cluster.redlock().tryAcquire(Cluster.ONE_ATTEMPT)).isPresent();
	}

	@Test
	void thereIsOneVotePerNode() {
		Cluster cluster = new Cluster(7);
		cluster.holdByAnother(1, 2);
		cluster.node(2).become(Behaviour.UNREACHABLE);
		cluster.node(3).become(Behaviour.QUARANTINED);
		cluster.node(4).become(Behaviour.FAILING);
		cluster.nodes(0, 7).get(5).answersAfter(Duration.ofMillis(30), Duration.ZERO);
		cluster.node(6).answersAfter(Duration.ofMillis(40), Duration.ZERO);
		LockNotAcquiredException failure = cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(failure.getVotes()).extracting(NodeVote::node)
			.containsExactly("redis-0", "redis-1", "redis-2", "redis-3", "redis-4", "redis-5", "redis-6");
		assertThat(failure.getVotes()).extracting(NodeVote::verdict)
			.containsExactly(Verdict.GRANTED, Verdict.HELD, Verdict.UNREACHABLE, Verdict.QUARANTINED, Verdict.FAILED,
					Verdict.PENDING, Verdict.PENDING);
		assertThat(cluster.time().elapsed()).isZero();
	}

	@Test
	void aVoteTellsItsLatency() {
		Cluster cluster = new Cluster(3);
		cluster.holdByAnother(0, 3);
		cluster.node(0).answersAfter(Duration.ofMillis(7), Duration.ofMillis(3));
		cluster.node(1).become(Behaviour.PAUSED);
		cluster.node(2).answersAfter(Duration.ofMillis(20), Duration.ZERO);
		LockNotAcquiredException failure = cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(failure.getVotes().get(0).latency()).isEqualTo(Duration.ofMillis(10));
		assertThat(failure.getVotes().get(1).verdict()).isEqualTo(Verdict.PENDING);
		assertThat(failure.getVotes().get(2).latency()).isEqualTo(Duration.ofMillis(20));
	}

	@Test
	void aVoteTellsItsCause() {
		Cluster cluster = new Cluster(3);
		cluster.node(0).become(Behaviour.UNREACHABLE);
		cluster.node(1).become(Behaviour.THROWING);
		LockNotAcquiredException failure = cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(failure.getVotes().get(0).cause()).hasMessage("no connection to redis-0");
		assertThat(failure.getVotes().get(1).cause()).hasMessage("scripted to throw");
		assertThat(failure.getVotes().get(1).verdict()).isEqualTo(Verdict.FAILED);
		assertThat(failure.getVotes().get(2).cause()).isNull();
		assertThat(failure).as("the first that is more than a node which is down")
			.hasCause(failure.getVotes().get(1).cause());
		cluster.node(1).become(Behaviour.UNREACHABLE);
		assertThat(cluster.failure(Cluster.ONE_ATTEMPT)).hasNoCause()
			.hasMessageContaining("no connection to redis-0")
			.hasMessageContaining("correct their addresses and credentials");
	}

	@Test
	void nobodyIsToldToBringBackNodesThatAreThere() {
		Cluster cluster = new Cluster(3);
		cluster.nodes(0, 2).forEach((node) -> node.become(Behaviour.QUARANTINED));
		assertThat(cluster.failure(Cluster.ONE_ATTEMPT)).hasMessageContaining("vote again by themselves")
			.hasMessageNotContaining("Bring back the nodes");
		cluster.nodes(0, 2).forEach((node) -> node.become(Behaviour.FAILING));
		assertThat(cluster.failure(Cluster.ONE_ATTEMPT))
			.hasMessageContaining("Fix the errors that the failed nodes reported")
			.hasMessageNotContaining("Bring back the nodes");
		cluster.node(1).become(Behaviour.UNREACHABLE);
		assertThat(cluster.failure(Cluster.ONE_ATTEMPT))
			.hasMessageContaining("Fix the errors that the failed nodes reported")
			.hasMessageContaining("Bring back the nodes");
	}

	@Test
	void theMessageNamesResourceNodesAndRemedyButNoToken() {
		Cluster cluster = new Cluster(3);
		cluster.holdByAnother(0, 2);
		LockNotAcquiredException failure = cluster.failure(Cluster.PATIENT);
		assertThat(failure).hasMessageContaining(Cluster.KEY)
			.hasMessageContaining("held by another owner")
			.hasMessageContaining("redis-0=HELD")
			.hasMessageContaining("redis-1=HELD")
			.hasMessageContaining("redis-2=")
			.hasMessageContaining("waitTime")
			.hasMessageContaining("used for something else")
			.hasMessageNotContaining("another caller of this process");
		assertThat(cluster.tokens()).isNotEmpty()
			.noneMatch((token) -> failure.getMessage().contains(token.substring(0, 8)));
		assertThat(failure.getResources()).isEqualTo(Set.of(Cluster.KEY));
	}

	@Test
	void theMessageOfAMissingQuorumTellsHowManyNodesItTakes() {
		Cluster cluster = new Cluster(5);
		cluster.nodes(0, 4).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThat(cluster.failure(Cluster.ONE_ATTEMPT)).hasMessageContaining("no quorum of 3 out of 5 nodes")
			.hasMessageContaining("redis-3=UNREACHABLE")
			.hasMessageContaining("no connection to redis-3")
			.hasMessageContaining("redlock.node-timeout");
	}

	@Test
	void theVotesAreThoseOfTheLastAttempt() {
		Cluster cluster = new Cluster(3);
		cluster.nodes().forEach((node) -> node.become(Behaviour.UNREACHABLE));
		CompletableFuture<Lease> future = cluster.start(Cluster.PATIENT);
		cluster.time().advance(Duration.ofSeconds(1));
		cluster.nodes().forEach(ScriptedNode::answers);
		cluster.holdByAnother(0, 3);
		LockNotAcquiredException failure = cluster.failure(future);
		assertThat(failure).isInstanceOf(LockHeldException.class);
		assertThat(failure.getVotes()).extracting(NodeVote::verdict).contains(Verdict.HELD);
		assertThat(failure.getMessage().toUpperCase(Locale.ROOT)).doesNotContain("UNREACHABLE");
	}

	@Test
	void nodesThatAreTooSlowForTheWaitTimeAreUnavailableRatherThanHeld() {
		Cluster cluster = new Cluster(5);
		cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(40), Duration.ZERO));
		assertThat(cluster.failure(Cluster.ONE_ATTEMPT.withWaitTime(Duration.ofMillis(30))))
			.isInstanceOf(QuorumUnavailableException.class);
	}

	@Test
	void theEndOfTheWaitTimeInMidAttemptTellsWhatTheLastWholeAttemptFound() {
		for (int seed = 0; seed < 50; seed++) {
			Cluster silent = new Cluster(5);
			silent.nodes().forEach((node) -> node.become(Behaviour.PAUSED));
			assertThat(silent.failure(Cluster.PATIENT)).isInstanceOf(QuorumUnavailableException.class);
			Cluster held = new Cluster(5);
			held.holdByAnother(0, 5);
			held.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(20), Duration.ofMillis(20)));
			assertThat(held.failure(Cluster.PATIENT)).isInstanceOf(LockHeldException.class);
		}
	}

}
