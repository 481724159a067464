package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.Lease;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.QuorumUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;

class S5NodeTimeoutTests {

	private final Cluster cluster = new Cluster(5);

	@ParameterizedTest
	@EnumSource(names = { "SILENT", "PAUSED" })
	void aNodeThatDoesNotAnswerInTimeDenies(Behaviour behaviour) {
		this.cluster.nodes(0, 3).forEach((node) -> node.become(behaviour));
		LockNotAcquiredException failure = this.cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(failure).isInstanceOf(QuorumUnavailableException.class);
		assertThat(failure.getWaited()).isEqualTo(ScriptedNode.NODE_TIMEOUT);
		assertThat(failure.getVotes().subList(0, 3)).allSatisfy((vote) -> {
			assertThat(vote.verdict()).isEqualTo(Verdict.TIMED_OUT);
			assertThat(vote.latency()).isEqualTo(ScriptedNode.NODE_TIMEOUT);
		});
	}

	@Test
	void aReplyAfterTheTimeOutIsNoVoteAndIsUndone() {
		this.cluster.nodes(0, 3).forEach((node) -> node.answersAfter(Duration.ofMillis(30), Duration.ofMillis(21)));
		LockNotAcquiredException failure = this.cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(failure).isInstanceOf(QuorumUnavailableException.class);
		assertThat(failure.getVotes()).extracting(NodeVote::verdict)
			.containsExactly(Verdict.TIMED_OUT, Verdict.TIMED_OUT, Verdict.TIMED_OUT, Verdict.GRANTED, Verdict.GRANTED);
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isNotNull();
		this.cluster.time().advance(Duration.ofMillis(60));
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void nodesThatAreKnownToBeDownCostNothing() {
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThat(this.cluster.failure(Cluster.ONE_ATTEMPT).getWaited()).isZero();
		this.cluster.node(0).answers();
		assertThat(this.cluster.acquire().isValid()).isTrue();
		assertThat(this.cluster.time().elapsed()).isZero();
	}

	@Test
	void aNodeThatComesBackVotesAgain() {
		this.cluster.nodes(0, 2).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		this.cluster.acquire().close();
		this.cluster.nodes(0, 2).forEach(ScriptedNode::answers);
		this.cluster.nodes(3, 5).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		Lease lease = this.cluster.acquire();
		assertThat(this.cluster.values(Cluster.KEY)).isEqualTo(List.of(lease.token(), lease.token(), lease.token()));
	}

	@Test
	void aLeaseOutlivesNodesThatGoDown() {
		Lease lease = this.cluster.acquire();
		this.cluster.nodes().forEach((node) -> node.become(Behaviour.UNREACHABLE));
		this.cluster.time().advance(Duration.ofSeconds(5));
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.lost().toCompletableFuture()).isNotDone();
	}

}
