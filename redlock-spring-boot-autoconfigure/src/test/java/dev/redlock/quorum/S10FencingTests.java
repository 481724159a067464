package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.AcquireFenced;
import dev.redlock.node.NodeCommand.RaiseFence;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.atIndex;

class S10FencingTests {

	private static final LockRequest FENCED = Cluster.ONE_ATTEMPT.withFencing();

	private static final String COUNTER = Cluster.KEY + ":fence";

	private final Cluster cluster = new Cluster(5);

	private void count(int from, int to, long value) {
		for (int i = from; i < to; i++) {
			this.cluster.server(i).put(COUNTER, Long.toString(value), Duration.ofDays(1));
		}
	}

	private long fence(LockRequest request) {
		Lease lease = this.cluster.acquire(request);
		lease.release();
		return lease.fencingToken().orElseThrow();
	}

	@Test
	void aQuorumThatAgreesNeedsOneRoundTrip() {
		count(0, 5, 41);
		assertThat(fence(FENCED)).isEqualTo(42);
		assertThat(this.cluster.nodes()).allSatisfy((node) -> {
			assertThat(node.received(AcquireFenced.class)).hasSize(1);
			assertThat(node.received(RaiseFence.class)).isEmpty();
		});
	}

	@Test
	void aQuorumThatDisagreesIsRaisedAboveItsHighestValueInOneMoreRound() {
		count(0, 3, 41);
		count(3, 5, 70);
		assertThat(fence(FENCED)).isEqualTo(72);
		assertThat(this.cluster.nodes())
			.allSatisfy((node) -> assertThat(node.received(RaiseFence.class)).extracting(RaiseFence::fence)
				.containsExactly(72L));
		assertThat(this.cluster.values(COUNTER)).containsOnly("72").hasSize(5);
	}

	@Test
	void aMinorityThatCountedMoreIsOvertakenAtTheNextDisagreement() {
		count(0, 3, 41);
		count(3, 5, 70);
		this.cluster.nodes(3, 5).forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ZERO));
		assertThat(fence(FENCED)).isEqualTo(42);
		this.cluster.time().advance(Duration.ofMillis(10));
		this.cluster.nodes(3, 5).forEach(ScriptedNode::answers);
		this.cluster.nodes(0, 2).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThat(fence(FENCED)).isEqualTo(73);
	}

	@Test
	void aRaiseThatIsRefusedFailsTheAttemptAndLeavesNothingBehind() {
		count(0, 1, 50);
		count(1, 5, 41);
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		CompletableFuture<Lease> future = this.cluster.start(FENCED);
		this.cluster.time().advance(Duration.ofMillis(7));
		count(0, 3, 90);
		assertThat(this.cluster.failure(future)).isInstanceOf(QuorumUnavailableException.class)
			.hasMessageContaining(
					"redis-0=FAILED after 10ms (its fencing counter was raised meanwhile, or another owner has the key there)");
		assertThat(this.cluster.nodes()).allSatisfy((node) -> assertThat(node.received(Release.class)).hasSize(1));
		this.cluster.assertNothingLeft(Cluster.KEY);
		assertThat(fence(FENCED)).isGreaterThan(90);
	}

	@Test
	void noCounterIsRaisedWhereAnotherOwnerWasCountedBeforeWhoseLeaseMayBeTheLaterOne() {
		Cluster one = new Cluster(3);
		Cluster other = one.anotherClient();
		one.server(0).put(COUNTER, "99", Duration.ofDays(1));
		one.server(1).put(COUNTER, "100", Duration.ofDays(1));
		one.server(2).put(COUNTER, "100", Duration.ofDays(1));
		other.node(0).answersAfter(Duration.ofMillis(30), Duration.ZERO);
		other.node(1).answersAfter(Duration.ofMillis(1), Duration.ZERO);
		one.node(1).answersAfter(Duration.ZERO, Duration.ofMillis(5));
		CompletableFuture<Lease> later = other.start(FENCED);
		CompletableFuture<Lease> earlier = one.start(FENCED);
		one.time().advance(Duration.ofMillis(2));
		one.node(0).become(Behaviour.UNREACHABLE);
		assertThat(one.failure(earlier).getVotes()).extracting(NodeVote::verdict)
			.contains(Verdict.UNREACHABLE, atIndex(0))
			.contains(Verdict.FAILED, atIndex(2));
		one.node(0).become(Behaviour.ANSWERING);
		assertThat(one.time().passUntilDone(later).join().fencingToken()).hasValue(101);
	}

	@Test
	void aRaiseThatLeavesNoValidityFailsTheAttemptAndLeavesNothingBehind() {
		count(0, 1, 50);
		count(1, 5, 41);
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		// Enough for one round trip of 10 ms, but not for another.
		CompletableFuture<Lease> future = this.cluster.start(FENCED.withTtl(Duration.ofMillis(20)));
		assertThat(this.cluster.failure(future)).isInstanceOf(QuorumUnavailableException.class);
		assertThat(this.cluster.nodes()).allSatisfy((node) -> assertThat(node.received(RaiseFence.class)).hasSize(1));
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void aRaiseWithoutAQuorumFailsTheAttemptAndLeavesNothingBehind() {
		count(0, 1, 50);
		count(1, 5, 41);
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		CompletableFuture<Lease> future = this.cluster.start(FENCED);
		this.cluster.time().advance(Duration.ofMillis(7));
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.PAUSED));
		assertThat(this.cluster.failure(future).getVotes()).extracting(NodeVote::verdict)
			.startsWith(Verdict.TIMED_OUT, Verdict.TIMED_OUT, Verdict.TIMED_OUT);
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void aWaitTimeThatEndsWhileCountersAreRaisedTellsWhoHasNotRaisedThem() {
		count(0, 1, 50);
		count(1, 5, 41);
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		CompletableFuture<Lease> future = this.cluster.start(FENCED.withWaitTime(Duration.ofMillis(40)));
		this.cluster.time().advance(Duration.ofMillis(7));
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.PAUSED));
		assertThat(this.cluster.failure(future).getVotes()).extracting(NodeVote::verdict)
			.containsExactly(Verdict.PENDING, Verdict.PENDING, Verdict.PENDING, Verdict.GRANTED, Verdict.GRANTED);
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void fencingTokensIncreaseOverNodesThatForgotTheirCounters() {
		long last = 0;
		for (int i = 0; i < 50; i++) {
			this.cluster.server(i % 5).forgetAll();
			this.cluster.server((i + 2) % 5).forgetAll();
			this.cluster.time().advance(Duration.ofMillis(1));
			this.cluster.server(i % 5).setClockOffset(Duration.ofMillis(i));
			long next = fence(FENCED);
			assertThat(next).isGreaterThan(last);
			last = next;
		}
	}

	@Test
	void aCounterOutlivesItsKeyByTheRetention() {
		fence(FENCED);
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
		assertThat(this.cluster.server(0).ttl(COUNTER)).isEqualTo(Cluster.defaults().fencingRetention());
	}

	@Test
	void oneTokenFencesSeveralResources() {
		LockRequest both = FENCED.withResources(List.of("a", "b"));
		long alone = fence(FENCED.withResources(List.of("a")));
		long together = fence(both);
		assertThat(together).isGreaterThan(alone);
		assertThat(this.cluster.server(0).get("a:fence")).isEqualTo(this.cluster.server(0).get("b:fence"))
			.isEqualTo(Long.toString(together));
		assertThat(fence(FENCED.withResources(List.of("b")))).isGreaterThan(together);
	}

	@Test
	void withoutFencingThereIsNeitherATokenNorACounter() {
		Lease lease = this.cluster.acquire();
		assertThat(lease.fencingToken()).isEmpty();
		assertThat(this.cluster.values(COUNTER)).isEmpty();
		assertThat(this.cluster.node(0).received()).hasOnlyElementsOfType(Acquire.class);
	}

}
