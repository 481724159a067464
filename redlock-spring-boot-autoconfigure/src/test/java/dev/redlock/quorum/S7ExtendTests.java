package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.RedlockListener.ExtendOutcome;
import dev.redlock.node.NodeCommand.Extend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class S7ExtendTests {

	private final Cluster cluster = new Cluster(5);

	private final Lease lease = this.cluster.acquire();

	@Test
	void aQuorumExtends() {
		this.cluster.time().advance(Duration.ofSeconds(4));
		this.cluster.nodes(0, 2).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThat(this.lease.extend(Cluster.TTL)).isTrue();
		assertThat(this.lease.remainingValidity()).isEqualTo(Cluster.FULL_VALIDITY);
		assertThat(this.lease.extensions()).isEqualTo(1);
		assertThat(this.cluster.server(4).ttl(Cluster.KEY)).isEqualTo(Cluster.TTL);
		assertThat(this.cluster.server(0).ttl(Cluster.KEY)).isEqualTo(Duration.ofSeconds(6));
	}

	@Test
	void theValidityCountsFromBeforeTheFirstByte() {
		this.cluster.nodes().forEach((node) -> node.keepsSenderBusyFor(Duration.ofMillis(3)));
		assertThat(this.lease.extend(Duration.ofSeconds(20))).isTrue();
		assertThat(this.lease.remainingValidity()).isEqualTo(Duration.ofMillis(20_000 - 200 - 2 - 5 * 3));
	}

	@Test
	void anExtendedLeaseIsLostAtItsNewEnd() {
		this.cluster.time().advance(Duration.ofSeconds(9));
		assertThat(this.lease.extend(Cluster.TTL)).isTrue();
		this.cluster.time().advance(Cluster.FULL_VALIDITY.minusNanos(1));
		assertThat(this.lease.isValid()).isTrue();
		assertThat(this.lease.lost().toCompletableFuture()).isNotDone();
		this.cluster.time().advance(Duration.ofNanos(1));
		assertThat(this.lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
	}

	@Test
	void aLeaseThatIsExtendedInTimeLivesOn() {
		for (int i = 1; i <= 10; i++) {
			this.cluster.time().advance(Duration.ofSeconds(3));
			assertThat(this.lease.extend(Cluster.TTL)).isTrue();
			assertThat(this.lease.extensions()).isEqualTo(i);
		}
		assertThat(this.lease.isValid()).isTrue();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5);
	}

	@Test
	void withoutAQuorumNothingIsExtendedYetTheLeaseLivesOn() {
		this.cluster.time().advance(Duration.ofSeconds(4));
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		assertThat(this.lease.remainingValidity()).isEqualTo(Cluster.FULL_VALIDITY.minusSeconds(4));
		assertThat(this.lease.extensions()).isZero();
		this.cluster.nodes().forEach(ScriptedNode::answers);
		assertThat(this.lease.extend(Cluster.TTL)).isTrue();
		assertThat(this.lease.remainingValidity()).isEqualTo(Cluster.FULL_VALIDITY);
	}

	@Test
	void anExpiredLeaseIsNotResurrected() {
		this.cluster.time().advance(Cluster.FULL_VALIDITY);
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5);
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		assertThat(this.cluster.nodes()).allSatisfy((node) -> assertThat(node.received(Extend.class)).isEmpty());
		assertThat(this.lease.isValid()).isFalse();
	}

	@Test
	void anExpiredLeaseIsNotResurrectedThoughNoTimerHasRun() {
		this.cluster.time().jump(Cluster.FULL_VALIDITY);
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		assertThat(this.lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
	}

	@Test
	void aConfirmationAfterTheValidityDoesNotCount() {
		this.cluster.time().advance(Cluster.FULL_VALIDITY.minusMillis(10));
		this.cluster.nodes().forEach((node) -> node.keepsSenderBusyFor(Duration.ofMillis(2)));
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		assertThat(this.lease.isValid()).isFalse();
		assertThat(this.lease.extensions()).isZero();
	}

	@Test
	void aConfirmationOfALeaseThatIsLostJustThenDoesNotCount() {
		AtomicReference<Runnable> event = new AtomicReference<>(() -> {
		});
		QuorumRedlock redlock = new QuorumRedlock(this.cluster.nodes(), Cluster.defaults(), () -> {
			event.getAndSet(() -> {
			}).run();
			return this.cluster.time().nanos();
		}, this.cluster.time(), Runnable::run, List.of());
		LockRequest another = LockRequest.of("another").withTtl(Cluster.TTL).withWaitTime(Duration.ZERO);
		Holding holding = ((QuorumLease) redlock.acquireAsync(another).join()).holding();
		Validity confirmed = Validity.of(this.cluster.time().nanos(), Cluster.TTL.toNanos(), Cluster.defaults());
		event.set(() -> redlock.revoke("another"));
		assertThat(holding.prolong(confirmed, Validity::orLater)).isFalse();
		assertThat(holding.loss()).isEqualTo(LossReason.REVOKED);
	}

	@Test
	void theKeysOfAnotherOwnerAreNotExtended() {
		for (int i = 0; i < 3; i++) {
			this.cluster.server(i).put(Cluster.KEY, "another owner", Duration.ofSeconds(1));
		}
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		assertThat(this.cluster.server(0).ttl(Cluster.KEY)).isEqualTo(Duration.ofSeconds(1));
		assertThat(this.lease.isValid()).isFalse();
		assertThat(this.lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.TAKEN);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2, 3, 4, 5 })
	void onlyNodesThatStillHaveTheKeyCount(int vanished) {
		for (int i = 0; i < vanished; i++) {
			this.cluster.server(i).forgetAll();
		}
		assertThat(this.lease.extend(Cluster.TTL)).isEqualTo(vanished <= 2);
		assertThat(this.lease.isValid()).isEqualTo(vanished <= 2);
	}

	@Test
	void aReleasedLeaseIsNotExtended() {
		this.lease.release();
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
		assertThat(this.cluster.node(0).received(Extend.class)).isEmpty();
	}

	@Test
	void aTtlThatCanNotBeIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.lease.extend(Duration.ofSeconds(61)));
		assertThatIllegalArgumentException().isThrownBy(() -> this.lease.extend(Duration.ZERO));
		assertThatIllegalArgumentException().isThrownBy(() -> this.lease.extend(Duration.ofMillis(2)));
		assertThat(this.lease.remainingValidity()).isEqualTo(Cluster.FULL_VALIDITY);
	}

	@Test
	void aLeaseThatIsMadeShorterIsLostAtItsNewEnd() {
		assertThat(this.lease.extend(Duration.ofSeconds(1))).isTrue();
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(this.lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
	}

	@Test
	void aReleaseIsOwedForAsLongAsTheExtensionMadeTheKeysLive() {
		assertThat(this.lease.extend(Duration.ofSeconds(60))).isTrue();
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		this.lease.release();
		this.cluster.time().advance(Cluster.TTL.multipliedBy(2));
		this.cluster.nodes().forEach(ScriptedNode::answers);
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void anExtensionThatIsConfirmedAfterTheEndLeavesNoKeyBehind() {
		this.cluster.time().advance(Cluster.FULL_VALIDITY.minusMillis(10));
		this.cluster.nodes().forEach((node) -> node.keepsSenderBusyFor(Duration.ofMillis(2)));
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		this.cluster.nodes().forEach(ScriptedNode::answers);
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void anExtensionThatIsOverWhenItIsConfirmedLeavesALeaseThatLastsLongerItsKeys() {
		this.cluster.nodes().forEach((node) -> node.keepsSenderBusyFor(Duration.ofMillis(2)));
		assertThat(this.lease.extend(Duration.ofMillis(8))).isFalse();
		assertThat(this.lease.isValid()).isTrue();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5);
		Cluster another = this.cluster.anotherClient();
		assertThat(another.failure(another.start(Cluster.ONE_ATTEMPT))).isInstanceOf(LockHeldException.class);
	}

	@Test
	void anExtensionThatAPauseOfTheProcessOutlastsLeavesTheKeysToo() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(1), Duration.ofMillis(1)));
		CompletableFuture<ExtendOutcome> extended = ((QuorumLease) this.lease).holding()
			.extensions()
			.extend(Duration.ofMillis(500).toNanos());
		this.cluster.time().advance(Duration.ofMillis(1));
		this.cluster.time().jump(Duration.ofMillis(600));
		this.cluster.time().advance(Duration.ofMillis(20));
		assertThat(extended).isCompletedWithValue(ExtendOutcome.UNAVAILABLE);
		assertThat(this.lease.isValid()).isTrue();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5);
	}

	@Test
	void theValidityEndsWithTheKeyAlsoForAPartOfAMillisecond() {
		QuorumSettings exact = new QuorumSettings("", Cluster.TTL, Cluster.TTL, Duration.ZERO,
				Cluster.defaults().retryDelay(), new Drift(0, Duration.ZERO), false, 0, Cluster.TTL);
		Cluster precise = new Cluster(5, exact);
		Lease odd = precise.acquire(Cluster.ONE_ATTEMPT.withTtl(Duration.ofNanos(10_900_000)));
		precise.time().advance(Duration.ofMillis(10));
		assertThat(precise.values(Cluster.KEY)).isEmpty();
		assertThat(odd.isValid()).isFalse();
	}

}
