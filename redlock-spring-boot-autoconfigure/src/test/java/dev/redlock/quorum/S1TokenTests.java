package dev.redlock.quorum;

import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;

import static org.assertj.core.api.Assertions.assertThat;

class S1TokenTests {

	private final Cluster cluster = new Cluster(5);

	@Test
	void aTokenIsTwentyBytesInHex() {
		assertThat(this.cluster.acquire().token()).matches("[0-9a-f]{40}");
	}

	@Test
	void tokensDoNotRepeat() {
		TokenSource tokens = new TokenSource();
		Set<String> seen = new HashSet<>();
		for (int i = 0; i < 1000; i++) {
			assertThat(seen.add(tokens.next())).isTrue();
		}
	}

	@Test
	void aTokenIsNewForEveryAttempt() {
		this.cluster.holdByAnother(0, 5);
		this.cluster.failure(Cluster.PATIENT);
		assertThat(this.cluster.node(0).received(Acquire.class)).hasSizeGreaterThan(10)
			.extracting(NodeCommand::token)
			.doesNotHaveDuplicates();
	}

	@Test
	void allNodesGetTheTokenOfTheLease() {
		Lease lease = this.cluster.acquire();
		assertThat(this.cluster.tokens()).containsExactly(lease.token());
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(lease.token());
	}

	@Test
	void aLeaseBelongsToNoThread() throws InterruptedException {
		Lease lease = this.cluster.acquire();
		Thread other = new Thread(lease::close);
		other.start();
		other.join();
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
	}

	@Test
	void theThreadThatHasALeaseGetsNoSecondOne() {
		Lease lease = this.cluster.acquire();
		assertThat(this.cluster.failure(Cluster.ONE_ATTEMPT)).isInstanceOf(LockHeldException.class);
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(lease.token());
		assertThat(lease.isValid()).isTrue();
	}

	@Test
	void theTokenIsNotInTheTextOfALease() {
		Lease lease = this.cluster.acquire();
		assertThat(lease.toString()).contains(Cluster.KEY).doesNotContain(lease.token().substring(0, 8));
	}

}
