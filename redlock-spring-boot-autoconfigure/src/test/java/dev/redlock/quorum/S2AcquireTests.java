package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockRequest;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeCommand.Acquire;

import static org.assertj.core.api.Assertions.assertThat;

class S2AcquireTests {

	private static final LockRequest TWO_KEYS = LockRequest.of("b", "a")
		.withTtl(Cluster.TTL)
		.withWaitTime(Duration.ZERO);

	private final Cluster cluster = new Cluster(5);

	@Test
	void everyNodeGetsTheCommandAtOnce() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(20), Duration.ZERO));
		this.cluster.start(Cluster.ONE_ATTEMPT);
		assertThat(this.cluster.time().elapsed()).isZero();
		assertThat(this.cluster.nodes()).allSatisfy((node) -> assertThat(node.received(Acquire.class)).hasSize(1));
	}

	@Test
	void theKeyIsTheResource() {
		this.cluster.acquire();
		Acquire command = this.cluster.node(0).received(Acquire.class).get(0);
		assertThat(command.keys()).containsExactly(Cluster.KEY);
		assertThat(command.ttlMillis()).isEqualTo(10_000);
	}

	@Test
	void thePrefixIsPutBeforeEveryResource() {
		QuorumSettings defaults = Cluster.defaults();
		Cluster cluster = new Cluster(3, new QuorumSettings("lock:", defaults.ttl(), defaults.maxTtl(),
				defaults.waitTime(), defaults.retryDelay(), defaults.drift(), false, 0, defaults.fencingRetention()));
		Lease lease = cluster.acquire(TWO_KEYS);
		assertThat(cluster.node(0).received(Acquire.class).get(0).keys()).containsExactly("lock:a", "lock:b");
		assertThat(lease.resources()).containsExactly("a", "b");
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(cluster.values("lock:a")).isEmpty();
	}

	@Test
	void aRequestWithoutTtlGetsTheConfiguredOne() {
		Lease lease = this.cluster.acquire(LockRequest.of(Cluster.KEY));
		assertThat(this.cluster.server(0).ttl(Cluster.KEY)).isEqualTo(Duration.ofSeconds(30));
		assertThat(lease.remainingValidity()).isEqualTo(Duration.ofMillis(30_000 - 300 - 2));
	}

	@Test
	void theKeysLiveForTheTtl() {
		this.cluster.acquire();
		this.cluster.time().advance(Cluster.TTL.minusMillis(1));
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5);
		this.cluster.time().advance(Duration.ofMillis(1));
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void theClockIsReadBeforeTheFirstByteIsSent() {
		this.cluster.nodes().forEach((node) -> node.keepsSenderBusyFor(Duration.ofMillis(3)));
		Lease lease = this.cluster.acquire();
		assertThat(lease.remainingValidity()).isEqualTo(Cluster.FULL_VALIDITY.minusMillis(5 * 3));
	}

	@Test
	void severalResourcesAreOneLease() {
		Lease lease = this.cluster.acquire(TWO_KEYS);
		assertThat(this.cluster.values("a")).hasSize(5).containsOnly(lease.token());
		assertThat(this.cluster.values("b")).hasSize(5).containsOnly(lease.token());
		assertThat(this.cluster.nodes()).allSatisfy((node) -> assertThat(node.received()).hasSize(1));
		lease.release();
		assertThat(this.cluster.values("a")).isEmpty();
		assertThat(this.cluster.values("b")).isEmpty();
	}

	@Test
	void aNodeThatCanNotGrantOneOfTheResourcesGrantsNone() {
		this.cluster.server(0).put("b", "another owner");
		this.cluster.server(1).put("a", "another owner");
		Lease lease = this.cluster.acquire(TWO_KEYS);
		assertThat(this.cluster.server(0).get("a")).isNull();
		assertThat(this.cluster.server(1).get("b")).isNull();
		assertThat(List.of(this.cluster.values("a").size(), this.cluster.values("b").size())).containsExactly(4, 4);
		assertThat(lease.isValid()).isTrue();
	}

	@Test
	void severalResourcesAreAcquiredAllOrNone() {
		for (int i = 0; i < 3; i++) {
			this.cluster.server(i).put("b", "another owner");
		}
		assertThat(this.cluster.failure(TWO_KEYS)).isInstanceOf(LockHeldException.class);
		assertThat(this.cluster.values("a")).isEmpty();
		assertThat(this.cluster.values("b")).hasSize(3).containsOnly("another owner");
	}

	@Test
	void requestsThatOverlapExcludeEachOther() {
		Lease lease = this.cluster.acquire(TWO_KEYS);
		LockRequest overlapping = LockRequest.of("b", "c").withWaitTime(Duration.ZERO);
		assertThat(this.cluster.failure(overlapping)).isInstanceOf(LockHeldException.class);
		assertThat(this.cluster.values("c")).isEmpty();
		lease.release();
		assertThat(this.cluster.acquire(overlapping).isValid()).isTrue();
	}

}
