package dev.redlock.quorum;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.redlock.Garbage;
import dev.redlock.HeldLease;
import dev.redlock.Lease;
import dev.redlock.LockRequest;

import static org.assertj.core.api.Assertions.assertThat;

class HeldLeasesTests {

	private static final LockRequest REQUEST = Cluster.ONE_ATTEMPT.withName("orders");

	private final Cluster cluster = new Cluster(5);

	@Test
	void aLeaseIsListedWithItsTimesItsExtensionsAndWithoutItsToken() {
		Lease lease = this.cluster.acquire(REQUEST);
		this.cluster.time().advance(Duration.ofSeconds(2));
		lease.extend(Cluster.TTL);
		this.cluster.time().advance(Duration.ofSeconds(1));
		List<HeldLease> held = held();
		assertThat(held).containsExactly(new HeldLease(Set.of(Cluster.KEY), "orders", Duration.ofSeconds(3),
				Cluster.FULL_VALIDITY.minusSeconds(1), 1, OptionalLong.empty()));
		assertThat(held.toString()).doesNotContain(lease.token());
	}

	@Test
	void theLeasesHeldTheLongestComeFirst() {
		this.cluster.acquire(request("first"));
		this.cluster.time().advance(Duration.ofSeconds(1));
		this.cluster.acquire(request("second"));
		this.cluster.time().advance(Duration.ofSeconds(1));
		this.cluster.acquire(request("third"));
		assertThat(held()).extracting((lease) -> lease.resources().iterator().next())
			.containsExactly("first", "second", "third");
	}

	@Test
	void aFencingTokenIsShown() {
		Lease lease = this.cluster.acquire(REQUEST.withFencing());
		assertThat(held()).extracting(HeldLease::fencingToken).containsExactly(lease.fencingToken());
		assertThat(lease.fencingToken()).isPresent();
	}

	@Test
	void whatIsReleasedLostOrExpiredIsHeldNoMore() {
		this.cluster.acquire(request("released")).close();
		this.cluster.acquire(request("expired"));
		this.cluster.time().advance(Cluster.FULL_VALIDITY);
		Lease lost = this.cluster.acquire(request("lost"));
		this.cluster.redlock().close();
		assertThat(lost.isValid()).isFalse();
		assertThat(held()).isEmpty();
	}

	@Test
	void aLookAtTheLeasesSendsNothing() {
		this.cluster.acquire(REQUEST);
		int sent = sent();
		held();
		assertThat(sent()).isEqualTo(sent);
	}

	@Test
	void whoeverKeepsTheListDoesNotKeepALeaseFromBeingForgotten() {
		WeakReference<Lease> lease = new WeakReference<>(this.cluster.acquire(REQUEST));
		List<HeldLease> held = held();
		Garbage.awaitCollected(lease);
		assertThat(held).hasSize(1);
		assertThat(held()).hasSize(1);
	}

	private static LockRequest request(String resource) {
		return LockRequest.of(resource).withTtl(Cluster.TTL).withWaitTime(Duration.ZERO);
	}

	private List<HeldLease> held() {
		return this.cluster.redlock().heldLeases();
	}

	private int sent() {
		return this.cluster.nodes().stream().mapToInt((node) -> node.received().size()).sum();
	}

}
