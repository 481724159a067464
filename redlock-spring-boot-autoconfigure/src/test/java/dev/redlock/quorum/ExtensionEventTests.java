package dev.redlock.quorum;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.RedlockListener;
import dev.redlock.RedlockListener.ExtendEvent;
import dev.redlock.RedlockListener.ExtendOutcome;
import dev.redlock.ReleaseOutcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What listeners are told about the tries to extend a lease.
 */
class ExtensionEventTests {

	private static final LockRequest REQUEST = Cluster.ONE_ATTEMPT.withName("orders").withMaxExtensions(2);

	private static final ExtendEvent EXTENDED = new ExtendEvent(REQUEST, ExtendOutcome.EXTENDED);

	private static final ExtendEvent REFUSED = new ExtendEvent(REQUEST, ExtendOutcome.REFUSED);

	private static final ExtendEvent UNAVAILABLE = new ExtendEvent(REQUEST, ExtendOutcome.UNAVAILABLE);

	private static final ExtendEvent LIMIT = new ExtendEvent(REQUEST, ExtendOutcome.LIMIT);

	private final Cluster cluster = new Cluster(5);

	private final Lease lease = this.cluster.acquire(REQUEST);

	@Test
	void keysThatAreNotOursAreToldAsRefused() {
		this.cluster.holdByAnother(0, 3);
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		assertThat(this.cluster.events().extensions()).containsExactly(REFUSED);
	}

	@Test
	void aMissingQuorumIsToldAsUnavailableAndTheNextExtensionAsWhatItIs() {
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		this.cluster.nodes().forEach(ScriptedNode::answers);
		assertThat(this.lease.extend(Cluster.TTL)).isTrue();
		assertThat(this.cluster.events().extensions()).containsExactly(UNAVAILABLE, EXTENDED);
	}

	@Test
	void anExtensionAfterTheEndIsToldAsUnavailable() {
		this.lease.release();
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		assertThat(this.cluster.events().extensions()).containsExactly(UNAVAILABLE);
	}

	@Test
	void theOneAfterTheLastIsToldAsTheLimitEachTime() {
		for (int i = 0; i < 4; i++) {
			this.lease.extend(Cluster.TTL);
		}
		assertThat(this.cluster.events().extensions()).containsExactly(EXTENDED, EXTENDED, LIMIT, LIMIT);
	}

	@Test
	void aRenewalIsToldLikeAnExtensionByHand() {
		LockRequest renewed = REQUEST.withAutoExtend(true).withMaxExtensions(1);
		Cluster other = new Cluster(5);
		Lease renewedLease = other.acquire(renewed);
		other.time().advance(Cluster.TTL.multipliedBy(3));
		assertThat(renewedLease.isValid()).isFalse();
		assertThat(other.events().extensions()).containsExactly(new ExtendEvent(renewed, ExtendOutcome.EXTENDED));
	}

	@Test
	void aListenerThatThrowsChangesNeitherTheLeaseNorWhatOthersAreTold() {
		Cluster other = new Cluster(5, Cluster.defaults(), Runnable::run, new ThrowingListener());
		Lease extended = other.acquire(REQUEST);
		assertThat(extended.extend(Cluster.TTL.multipliedBy(2))).isTrue();
		other.nodes(0, 3).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThat(extended.extend(Cluster.TTL)).isFalse();
		other.nodes().forEach(ScriptedNode::answers);
		other.time().advance(Cluster.TTL);
		assertThat(extended.isValid()).isTrue();
		assertThat(extended.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(other.events().extensions()).containsExactly(EXTENDED, UNAVAILABLE);
	}

	@Test
	void aListenerThatThrowsDoesNotKeepTheLossOfARefusedLeaseFromItsHolder() {
		Cluster other = new Cluster(5, Cluster.defaults(), Runnable::run, new ThrowingListener());
		Lease refused = other.acquire(REQUEST);
		other.holdByAnother(0, 5);
		assertThat(refused.extend(Cluster.TTL)).isFalse();
		assertThat(refused.loss()).contains(LossReason.TAKEN);
		assertThat(other.events().extensions()).containsExactly(REFUSED);
	}

	private static final class ThrowingListener implements RedlockListener {

		@Override
		public void onExtend(ExtendEvent event) {
			throw new IllegalStateException("of the listener");
		}

	}

}
