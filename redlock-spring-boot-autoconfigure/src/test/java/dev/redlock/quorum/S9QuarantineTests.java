package dev.redlock.quorum;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.QuorumUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;

class S9QuarantineTests {

	private final Cluster cluster = new Cluster(5);

	@Test
	void serversThatForgotTheLockDoNotLetASecondOwnerIn() {
		Lease lease = this.cluster.acquire();
		restartEmpty(0, 3);
		LockNotAcquiredException refused = this.cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(refused).isInstanceOf(QuorumUnavailableException.class);
		assertThat(refused.getVotes()).extracting(NodeVote::verdict)
			.containsExactly(Verdict.QUARANTINED, Verdict.QUARANTINED, Verdict.QUARANTINED, Verdict.HELD, Verdict.HELD);
		assertThat(lease.isValid()).isTrue();
	}

	@Test
	void aMinorityInQuarantineCostsNothing() {
		restartEmpty(0, 2);
		assertThat(this.cluster.acquire().isValid()).isTrue();
	}

	@Test
	void serversVoteAgainAfterTheirQuarantine() {
		restartEmpty(0, 3);
		this.cluster.failure(Cluster.ONE_ATTEMPT);
		this.cluster.time().advance(Duration.ofSeconds(60));
		this.cluster.nodes().forEach(ScriptedNode::answers);
		assertThat(this.cluster.acquire().isValid()).isTrue();
	}

	@Test
	void aServerInQuarantineGivesNoFencingTokenEither() {
		restartEmpty(0, 3);
		assertThat(this.cluster.failure(Cluster.ONE_ATTEMPT.withFencing()))
			.isInstanceOf(QuorumUnavailableException.class);
	}

	private void restartEmpty(int from, int to) {
		for (int i = from; i < to; i++) {
			this.cluster.server(i).forgetAll();
			this.cluster.node(i).become(Behaviour.QUARANTINED);
		}
	}

}
