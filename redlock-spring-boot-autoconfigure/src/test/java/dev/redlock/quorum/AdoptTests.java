package dev.redlock.quorum;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LossReason;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeCommand.Acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class AdoptTests {

	private final Cluster first = new Cluster(5);

	private final Cluster second = this.first.anotherClient();

	private final Lease lease = this.first.acquire();

	private Lease adopt(String token) {
		return this.second.redlock().adopt(Cluster.KEY, token, Cluster.TTL);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2 })
	void aQuorumThatHasTheTokenGivesTheLease(int vanished) {
		for (int i = 0; i < vanished; i++) {
			this.first.server(i).delete(Cluster.KEY);
		}
		this.first.time().advance(Duration.ofSeconds(4));
		Lease adopted = adopt(this.lease.token());
		assertThat(adopted.token()).isEqualTo(this.lease.token());
		assertThat(adopted.remainingValidity()).isEqualTo(Cluster.FULL_VALIDITY);
		assertThat(adopted.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(this.first.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void theTokenOfAnotherOwnerGivesNothing() {
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> adopt("another token"))
			.satisfies((ex) -> assertThat(ex.getReason()).isEqualTo(LossReason.TAKEN));
		assertThat(this.first.values(Cluster.KEY)).hasSize(5).containsOnly(this.lease.token());
	}

	@Test
	void aLeaseThatExpiredIsNotResurrected() {
		this.first.time().advance(Cluster.TTL);
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> adopt(this.lease.token()));
		assertThat(this.first.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void withoutAQuorumThereIsNoLease() {
		this.second.nodes(0, 3).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThatExceptionOfType(QuorumUnavailableException.class).isThrownBy(() -> adopt(this.lease.token()));
	}

	@Test
	void aReleaseIsOwedForAsLongAsTheKeysMayLiveByWhoeverAcquiredThem() {
		Cluster first = new Cluster(5);
		Lease lease = first.acquire(Cluster.ONE_ATTEMPT.withTtl(Duration.ofSeconds(60)));
		Cluster second = first.anotherClient();
		Lease adopted = second.redlock().adopt(Cluster.KEY, lease.token(), Duration.ofSeconds(5));
		second.nodes(0, 3).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		adopted.releaseAsync();
		second.time().advance(Duration.ofSeconds(6));
		second.nodes().forEach(ScriptedNode::answers);
		second.time().advance(Duration.ofSeconds(1));
		assertThat(second.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void aMaximumOfAgesIsAsGoodAsAnyOther() {
		QuorumSettings of = Cluster.defaults();
		Cluster cluster = new Cluster(5, new QuorumSettings(of.keyPrefix(), of.ttl(), Duration.ofDays(365_000),
				of.waitTime(), of.retryDelay(), of.drift(), false, 1, Duration.ofDays(365_000)));
		String token = cluster.acquire().handOver();
		assertThat(cluster.redlock().adopt(Cluster.KEY, token, Cluster.TTL).isValid()).isTrue();
	}

	@Test
	void whoHandsALeaseOverDoesNotTakeItsKeysAwayAtTheEndOfItsApplication() {
		Lease adopted = adopt(this.lease.handOver());
		this.first.redlock().close();
		this.first.redlock().revoke(Cluster.KEY);
		this.lease.close();
		assertThat(adopted.isValid()).isTrue();
		assertRefused(this.first.anotherClient());
	}

	@Test
	void norDoesAnExtensionOfItsThatComesTooLate() {
		this.first.time().advance(Duration.ofMillis(9880));
		// 18 ms are left, and the answers take 49.
		this.first.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ofMillis(48)));
		((QuorumLease) this.lease).holding().extensions().extend(Cluster.TTL.toNanos());
		Lease adopted = adopt(this.lease.handOver());
		this.first.time().advance(Duration.ofMillis(100));
		assertThat(adopted.isValid()).isTrue();
		assertRefused(this.first.anotherClient());
	}

	private static void assertRefused(Cluster third) {
		assertThat(third.start(Cluster.ONE_ATTEMPT).handle((lease, ex) -> ex).join())
			.isInstanceOf(LockHeldException.class);
	}

	@Test
	void aLeaseThatWasHandedOverIsOverHere() {
		CompletableFuture<Lease> next = this.first.start(Cluster.PATIENT);
		this.lease.handOver();
		assertThat(this.lease.isValid()).isFalse();
		assertThat(this.lease.remainingValidity()).isZero();
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		assertThat(this.lease.loss()).isEmpty();
		assertThat(this.lease.lost().toCompletableFuture()).isNotDone();
		assertThat(this.lease.release()).isEqualTo(ReleaseOutcome.HANDED_OVER);
		assertThat(this.lease.releaseAsync().toCompletableFuture()).isCompletedWithValue(ReleaseOutcome.HANDED_OVER);
		assertThat(this.first.redlock().heldLeases()).isEmpty();
		assertThat(this.first.events().releases()).isEmpty();
		assertThat(this.first.values(Cluster.KEY)).hasSize(5).containsOnly(this.lease.token());
		this.first.time().advance(Duration.ofSeconds(1));
		assertThat(this.first.node(0).received(Acquire.class)).as("who waits here asks for itself")
			.hasSizeGreaterThan(1);
		assertThat(next).isNotDone();
	}

	@Test
	void onlyALeaseThatIsHeldCanBeHandedOver() {
		this.lease.handOver();
		assertThatIllegalStateException().isThrownBy(this.lease::handOver)
			.withMessageContaining("HANDED_OVER")
			.withMessageNotContaining(this.lease.token());
		Lease released = adopt(this.lease.token());
		released.release();
		assertThatIllegalStateException().isThrownBy(released::handOver).withMessageContaining("RELEASED");
		Lease expired = this.first.acquire();
		this.first.time().jump(Cluster.TTL);
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(expired::handOver);
	}

	@Test
	void aBlankTokenOrATtlThatCanNotBeIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> adopt(" "));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.second.redlock().adopt(Cluster.KEY, this.lease.token(), Duration.ofSeconds(61)));
		assertThat(this.second.node(0).received()).isEmpty();
	}

}
