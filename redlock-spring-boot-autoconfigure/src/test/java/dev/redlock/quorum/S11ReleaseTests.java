package dev.redlock.quorum;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;

class S11ReleaseTests {

	private final Cluster cluster = new Cluster(5);

	@Test
	void aReleaseDeletesTheKeysOnAllNodes() {
		Lease lease = this.cluster.acquire();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
		assertThat(lease.isValid()).isFalse();
		assertThat(lease.remainingValidity()).isZero();
		assertThat(this.cluster.anotherClient().acquire().isValid()).isTrue();
	}

	@Test
	void aReleaseOfExpiredKeysIsNoError() {
		Lease lease = this.cluster.acquire();
		this.cluster.time().advance(Cluster.TTL);
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.EXPIRED);
	}

	@Test
	void theKeysOfTheNextOwnerAreLeftAlone() {
		Lease lease = this.cluster.acquire();
		this.cluster.time().advance(Cluster.TTL);
		Lease next = this.cluster.anotherClient().acquire();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.TAKEN);
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(next.token());
		assertThat(next.isValid()).isTrue();
	}

	@Test
	void aReleaseWithoutAQuorumIsUnconfirmedAndOwed() {
		Lease lease = this.cluster.acquire();
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.UNCONFIRMED);
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(3);
		this.cluster.nodes().forEach(ScriptedNode::answers);
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void aReleaseIsOwedForNoLongerThanTheKeysLive() {
		Lease lease = this.cluster.acquire();
		this.cluster.node(0).become(Behaviour.UNREACHABLE);
		lease.release();
		this.cluster.time().advance(Cluster.TTL.plusMillis(10));
		this.cluster.node(0).answers();
		assertThat(this.cluster.server(0).applied()).hasSize(1);
	}

	@Test
	void theOutcomeIsTheOneOfAQuorum() {
		// Per node: done, absent, foreign, unreachable.
		for (int mixture = 0; mixture < 1024; mixture++) {
			Cluster cluster = new Cluster(5);
			Lease lease = cluster.acquire();
			int[] counts = new int[4];
			for (int i = 0; i < 5; i++) {
				int choice = mixture >> 2 * i & 3;
				counts[choice]++;
				switch (choice) {
					case 1 -> cluster.server(i).delete(Cluster.KEY);
					case 2 -> cluster.server(i).put(Cluster.KEY, "another owner");
					case 3 -> cluster.node(i).become(Behaviour.UNREACHABLE);
					default -> {
					}
				}
			}
			assertThat(lease.release()).as("done, absent, foreign, unreachable: %s", counts)
				.isEqualTo(expected(counts[0], counts[1], counts[2]));
			cluster.nodes().forEach(ScriptedNode::answers);
			assertThat(cluster.values(Cluster.KEY)).hasSize(counts[2]).allMatch("another owner"::equals);
		}
	}

	private static ReleaseOutcome expected(int done, int absent, int foreign) {
		if (done >= 3) {
			return ReleaseOutcome.RELEASED;
		}
		if (foreign >= 3) {
			return ReleaseOutcome.TAKEN;
		}
		return (absent + foreign >= 3) ? ReleaseOutcome.EXPIRED : ReleaseOutcome.UNCONFIRMED;
	}

	@Test
	void aReleaseDoesNotWaitForASlowNode() {
		Lease lease = this.cluster.acquire();
		for (int i = 0; i < 5; i++) {
			this.cluster.node(i).answersAfter(Duration.ofMillis(10 * i), Duration.ZERO);
		}
		CompletableFuture<ReleaseOutcome> outcome = lease.releaseAsync().toCompletableFuture();
		this.cluster.time().advance(Duration.ofMillis(19));
		assertThat(outcome).isNotDone();
		assertThat(lease.isValid()).isFalse();
		this.cluster.time().advance(Duration.ofMillis(1));
		assertThat(outcome).isCompletedWithValue(ReleaseOutcome.RELEASED);
	}

	@Test
	void aReleaseEndsAfterTheNodeTimeOutWhateverNodesDo() {
		Lease lease = this.cluster.acquire();
		this.cluster.nodes().forEach((node) -> node.become(Behaviour.PAUSED));
		CompletableFuture<ReleaseOutcome> outcome = lease.releaseAsync().toCompletableFuture();
		this.cluster.time().advance(ScriptedNode.NODE_TIMEOUT);
		assertThat(outcome).isCompletedWithValue(ReleaseOutcome.UNCONFIRMED);
	}

	@Test
	void aReleaseIsIdempotent() {
		Lease lease = this.cluster.acquire();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(lease.releaseAsync().toCompletableFuture()).isCompletedWithValue(ReleaseOutcome.RELEASED);
		lease.close();
		assertThat(this.cluster.nodes()).allSatisfy((node) -> assertThat(node.received(Release.class)).hasSize(1));
		assertThat(this.cluster.events().releases()).hasSize(1);
	}

	@Test
	void aReleaseAlsoReachesNodesThatGrantedTooLateToCount() {
		this.cluster.nodes(3, 5).forEach((node) -> node.answersAfter(Duration.ofMillis(40), Duration.ofMillis(5)));
		Lease lease = this.cluster.acquire();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(this.cluster.time().elapsed()).isZero();
		this.cluster.time().advance(Duration.ofMillis(100));
		assertThat(this.cluster.server(4).applied()).hasSize(2);
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void aServerThatWasPausedFromBeforeTheAcquireUntilAfterTheReleaseKeepsNothing() {
		this.cluster.node(0).become(Behaviour.PAUSED);
		this.cluster.acquire().release();
		this.cluster.time().advance(Cluster.TTL.multipliedBy(2));
		this.cluster.node(0).answers();
		assertThat(this.cluster.server(0).applied()).hasSize(2);
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isNull();
	}

	@Test
	void allKeysThatAreOursAreDeletedThoughOneIsTaken() {
		Lease lease = this.cluster.acquire(LockRequest.of("a", "b"));
		for (int i = 0; i < 5; i++) {
			this.cluster.server(i).put("b", "another owner");
		}
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.TAKEN);
		assertThat(this.cluster.values("a")).isEmpty();
		assertThat(this.cluster.values("b")).hasSize(5).containsOnly("another owner");
	}

	@Test
	void anInterruptedThreadReleasesAndStaysInterrupted() {
		Lease lease = this.cluster.acquire();
		Thread.currentThread().interrupt();
		ReleaseOutcome outcome = lease.release();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(outcome).isEqualTo(ReleaseOutcome.RELEASED);
	}

	@Test
	void closeNeverThrows() {
		Lease lease = this.cluster.acquire();
		this.cluster.nodes().forEach((node) -> node.become(Behaviour.THROWING));
		lease.close();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.UNCONFIRMED);
	}

}
