package dev.redlock.quorum;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.node.NodeCommand.Acquire;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * For how long the owner still has the lock, as a caller learns that did not get it.
 */
class RemainingTimeTests {

	private static final String NO_LOCK = "without a ttl, which is no lock of ours";

	private final Cluster cluster = new Cluster(5);

	@Test
	void aSingleAttemptLearnsTheRemainingTime() {
		hold(4000, 4000, 4000, 4000, 4000);
		assertThat(held(Cluster.ONE_ATTEMPT).getRemaining()).contains(Duration.ofSeconds(4));
	}

	@Test
	void aSingleFencedAttemptLearnsTheRemainingTime() {
		hold(4000, 4000, 4000, 4000, 4000);
		assertThat(held(Cluster.ONE_ATTEMPT.withFencing()).getRemaining()).contains(Duration.ofSeconds(4));
	}

	@Test
	void whoWaitedLearnsWhatTheLastAttemptSaw() {
		hold(4000, 4000, 4000, 4000, 4000);
		LockHeldException failure = held(Cluster.PATIENT);
		Duration lastAttempt = failure.getWaited();
		assertThat(failure.getRemaining()).hasValueSatisfying((remaining) -> assertThat(remaining)
			.isBetween(Duration.ofMillis(3999).minus(lastAttempt), Duration.ofSeconds(4).minus(lastAttempt)));
	}

	@Test
	void theFirstAttemptOfWhoWaitsDoesNotAskForIt() {
		hold(4000, 4000, 4000, 4000, 4000);
		held(Cluster.PATIENT);
		assertThat(this.cluster.node(0).received(Acquire.class)).extracting(Acquire::tellRemaining)
			.startsWith(false, true)
			.containsOnlyOnce(false);
	}

	@Test
	void itIsTheTimeUntilAQuorumIsFree() {
		hold(5000, 1000, 4000, 2000, 3000);
		assertThat(held(Cluster.ONE_ATTEMPT).getRemaining()).contains(Duration.ofMillis(3000));
	}

	@Test
	void nodesThatAreFreeCountAsTheyAre() {
		hold(5000, 0, 4000, 0, 3000);
		assertThat(held(Cluster.ONE_ATTEMPT).getRemaining()).contains(Duration.ofMillis(3000));
	}

	@Test
	void severalLocksAreFreeWhenTheLastOneIs() {
		hold(1000, 1000, 1000, 1000, 1000);
		for (int i = 0; i < 5; i++) {
			this.cluster.server(i).put("another", "owner", Duration.ofMillis(2500));
		}
		LockRequest both = LockRequest.of(Cluster.KEY, "another").withWaitTime(Duration.ZERO);
		assertThat(held(both).getRemaining()).contains(Duration.ofMillis(2500));
	}

	@Test
	void itIsUnknownForAKeyThatNeverExpires() {
		this.cluster.holdByAnother(0, 5);
		assertThat(held(Cluster.ONE_ATTEMPT).getRemaining()).isEmpty();
		assertThat(held(Cluster.PATIENT.withWaitTime(Duration.ofMillis(100))).getRemaining()).isEmpty();
	}

	@Test
	void whoMeetsAKeyThatNeverExpiresOnAQuorumIsToldThatItIsNoLock() {
		this.cluster.holdByAnother(0, 3);
		assertThat(held(Cluster.ONE_ATTEMPT)).hasMessageContaining(NO_LOCK).hasMessageContaining("redlock.key-prefix");
		assertThat(held(Cluster.ONE_ATTEMPT.withFencing())).hasMessageContaining(NO_LOCK);
		assertThat(held(Cluster.PATIENT.withWaitTime(Duration.ofMillis(100)))).hasMessageContaining(NO_LOCK);
	}

	@Test
	void aKeyThatNeverExpiresOnAMinorityIsNotToBlame() {
		hold(0, 0, 1000, 1000, 1000);
		this.cluster.holdByAnother(0, 2);
		assertThat(held(Cluster.ONE_ATTEMPT)).hasMessageContaining("held by another owner")
			.hasMessageNotContaining(NO_LOCK);
	}

	@Test
	void itIsUnknownIfTooFewNodesToldIt() {
		hold(0, 0, 1000, 1000, 1000);
		this.cluster.nodes(0, 2).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		this.cluster.holdByAnother(2, 3);
		assertThat(held(Cluster.ONE_ATTEMPT).getRemaining()).isEmpty();
	}

	@Test
	void nodesWithoutAnAnswerDoNotMatterIfAQuorumToldIt() {
		hold(0, 0, 1000, 3000, 2000);
		this.cluster.nodes(0, 2).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThat(held(Cluster.ONE_ATTEMPT).getRemaining()).contains(Duration.ofSeconds(3));
	}

	@Test
	void aWaiterAsksAgainAsSoonAsTheTimeIsOver() {
		for (int seed = 0; seed < 50; seed++) {
			Cluster fresh = new Cluster(5);
			int millis = 20 + 31 * seed;
			fresh.nodes().forEach((node) -> node.server().put(Cluster.KEY, "owner", Duration.ofMillis(millis)));
			fresh.acquire(Cluster.PATIENT);
			assertThat(fresh.time().elapsed()).isBetween(Duration.ofMillis(millis), Duration.ofMillis(millis + 2));
		}
	}

	@Test
	void aWaiterBehindALeaseOfThisProcessLearnsThatTheNodesWereNotAsked() {
		this.cluster.acquire();
		LockHeldException failure = held(Cluster.PATIENT);
		assertThat(failure.getVotes()).hasSize(5).extracting(NodeVote::verdict).containsOnly(Verdict.NOT_ASKED);
		assertThat(failure.getVotes()).extracting(NodeVote::node).contains("redis-0", "redis-4");
		assertThat(failure.getRemaining()).isEmpty();
		assertThat(failure).hasMessageContaining("another caller of this process has the lock")
			.hasMessageNotContaining("used for something else");
	}

	private LockHeldException held(LockRequest request) {
		LockNotAcquiredException failure = this.cluster.failure(request);
		assertThat(failure).isInstanceOf(LockHeldException.class);
		return (LockHeldException) failure;
	}

	/**
	 * Sets the key as another owner does, for so many milliseconds on each server.
	 */
	private void hold(int... millis) {
		for (int i = 0; i < millis.length; i++) {
			if (millis[i] > 0) {
				this.cluster.server(i).put(Cluster.KEY, "another owner", Duration.ofMillis(millis[i]));
			}
		}
	}

}
