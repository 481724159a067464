package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.jedis.BrokenLog;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Heal;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;

class S7HealingTests {

	private final Cluster cluster = new Cluster(5);

	private final Lease lease = this.cluster.acquire();

	private void vanish(int from, int to) {
		for (int i = from; i < to; i++) {
			this.cluster.server(i).delete(Cluster.KEY);
		}
	}

	@Test
	void nodesThatLostTheKeyGetItAgainAfterTheQuorum() {
		vanish(0, 2);
		assertThat(this.lease.extend(Cluster.TTL)).isTrue();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(this.lease.token());
		assertThat(this.cluster.server(0).ttl(Cluster.KEY)).isEqualTo(Cluster.TTL);
		assertThat(this.cluster.node(0).received(Heal.class)).hasSize(1);
		assertThat(this.cluster.node(2).received(Heal.class)).isEmpty();
	}

	@Test
	void aRenewalHealsToo() {
		this.lease.release();
		Lease renewed = this.cluster.acquire(Cluster.ONE_ATTEMPT.withAutoExtend(true));
		vanish(3, 5);
		this.cluster.time().advance(Cluster.TTL.dividedBy(3));
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(renewed.token());
	}

	@Test
	void nodesThatLostTheKeyDoNotCountTowardsTheQuorum() {
		vanish(0, 3);
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		assertThat(this.lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.TAKEN);
		assertThat(this.cluster.nodes()).allSatisfy((node) -> assertThat(node.received(Heal.class)).isEmpty());
	}

	@Test
	void withoutAQuorumNothingIsHealed() {
		vanish(0, 2);
		this.cluster.node(2).become(Behaviour.UNREACHABLE);
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		assertThat(this.lease.isValid()).isTrue();
		assertThat(this.cluster.node(0).received(Heal.class)).isEmpty();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(3);
	}

	@Test
	void anExtensionThatCameTooLateHealsNothing() {
		vanish(0, 2);
		this.cluster.time().advance(Cluster.FULL_VALIDITY.minusMillis(5));
		this.cluster.nodes().forEach((node) -> node.keepsSenderBusyFor(Duration.ofMillis(2)));
		assertThat(this.lease.extend(Cluster.TTL)).isFalse();
		assertThat(this.cluster.nodes()).allSatisfy((node) -> assertThat(node.received(Heal.class)).isEmpty());
	}

	@Test
	void aHealedNodeCountsFromThenOn() {
		vanish(0, 2);
		assertThat(this.lease.extend(Cluster.TTL)).isTrue();
		this.cluster.nodes(2, 4).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		assertThat(this.lease.extend(Cluster.TTL)).isTrue();
	}

	@Test
	void aNodeIsHealedOnceSinceTheNextExtensionMayCountIt() {
		vanish(0, 1);
		this.cluster.node(4).answersAfter(Duration.ofMillis(5), Duration.ofMillis(5));
		assertThat(this.lease.extend(Cluster.TTL)).isTrue();
		assertThat(this.lease.extend(Cluster.TTL)).isTrue();
		this.cluster.time().advance(Duration.ofMillis(20));
		assertThat(this.cluster.node(0).received(Heal.class)).hasSize(1);
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(this.lease.token());
	}

	@Test
	void whoExtendsFasterThanOneNodeAnswersHealsTheOthersAllTheSame() {
		vanish(0, 1);
		this.cluster.node(4).answersAfter(Duration.ofMillis(15), Duration.ofMillis(15));
		for (int i = 0; i < 100; i++) {
			assertThat(this.lease.extend(Cluster.TTL)).isTrue();
			this.cluster.time().advance(Duration.ofMillis(20));
		}
		assertThat(this.cluster.node(0).received(Heal.class)).hasSize(1);
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(this.lease.token());
	}

	@Test
	void anExtensionThatBeginsWhileNodesAreHealedHealsNoneOfThemAgain() {
		vanish(0, 2);
		this.cluster.node(0).beforeNext(() -> this.cluster.node(0).beforeNext(this::extendBeforeTheHeal));
		assertThat(this.lease.extend(Cluster.TTL)).isTrue();
		this.cluster.time().advance(Duration.ofMillis(20));
		assertThat(this.cluster.nodes(0, 2)).allSatisfy((node) -> {
			assertThat(node.received(Extend.class)).hasSize(2);
			assertThat(node.received(Heal.class)).hasSize(1);
		});
	}

	private void extendBeforeTheHeal() {
		this.cluster.node(4).answersAfter(Duration.ofMillis(5), Duration.ofMillis(5));
		((QuorumLease) this.lease).holding().extensions().extend(Cluster.TTL.toNanos());
	}

	@Test
	void theKeyOfAnotherOwnerIsNeverOverwritten() {
		this.cluster.server(0).put(Cluster.KEY, "another owner", Duration.ofSeconds(1));
		vanish(1, 2);
		assertThat(this.lease.extend(Cluster.TTL)).isTrue();
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isEqualTo("another owner");
		assertThat(this.cluster.server(0).ttl(Cluster.KEY)).isEqualTo(Duration.ofSeconds(1));
		assertThat(this.cluster.node(0).received(Heal.class)).isEmpty();
	}

	@Test
	void theKeyOfAnOwnerThatCameBeforeTheHealingIsNotOverwritten() {
		vanish(0, 1);
		this.cluster.node(0).answersAfter(Duration.ofMillis(10), Duration.ofMillis(10));
		this.cluster.nodes(1, 5).forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		((QuorumLease) this.lease).holding().extensions().extend(Cluster.TTL.toNanos());
		advanceUntilHealIsSent();
		this.cluster.server(0).put(Cluster.KEY, "another owner", Duration.ofSeconds(1));
		this.cluster.time().advance(Duration.ofMillis(100));
		assertThat(this.cluster.server(0).applied()).hasAtLeastOneElementOfType(Heal.class);
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isEqualTo("another owner");
	}

	private void advanceUntilHealIsSent() {
		while (this.cluster.node(0).received(Heal.class).isEmpty()) {
			this.cluster.time().advance(Duration.ofMillis(1));
		}
		assertThat(this.cluster.server(0).applied()).doesNotHaveAnyElementsOfTypes(Heal.class);
	}

	@Test
	void aReleaseThatMeetsTheHealingWins() {
		vanish(0, 1);
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		((QuorumLease) this.lease).holding().extensions().extend(Cluster.TTL.toNanos());
		advanceUntilHealIsSent();
		this.lease.releaseAsync();
		this.cluster.time().advance(Duration.ofMillis(100));
		assertThat(this.cluster.server(0).applied()).extracting(Object::getClass).endsWith(Heal.class, Release.class);
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void aReleaseBeforeTheAnswerOfAnExtensionLeavesNothingBehind() {
		vanish(0, 1);
		this.cluster.node(0).answersAfter(Duration.ofMillis(20), Duration.ofMillis(20));
		((QuorumLease) this.lease).holding().extensions().extend(Cluster.TTL.toNanos());
		this.cluster.time().advance(Duration.ofMillis(30));
		this.lease.releaseAsync();
		this.cluster.time().advance(Duration.ofMillis(100));
		assertThat(this.cluster.node(0).received(Heal.class)).isEmpty();
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void aHealingWhoseConnectionBreaksIsUndoneSinceNobodyKnowsOfIt() {
		vanish(0, 1);
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		((QuorumLease) this.lease).holding().extensions().extend(Cluster.TTL.toNanos());
		advanceUntilHealIsSent();
		this.cluster.node(0).become(Behaviour.BREAKING_AFTER_THE_SERVER);
		this.cluster.time().advance(Duration.ofMillis(10));
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isEqualTo(this.lease.token());
		this.lease.releaseAsync();
		this.cluster.time().advance(Duration.ofMillis(100));
		this.cluster.nodes().forEach(ScriptedNode::answers);
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void aNodeInQuarantineIsHealedSinceThatIsNoVote() {
		this.cluster.server(0).forgetAll();
		this.cluster.node(0).become(Behaviour.QUARANTINED);
		assertThat(this.lease.extend(Cluster.TTL)).isTrue();
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isEqualTo(this.lease.token());
	}

	@Test
	void severalKeysAreHealedTogetherOrNotAtAll() {
		this.lease.release();
		Lease both = this.cluster.acquire(LockRequest.of("a", "b").withTtl(Cluster.TTL).withWaitTime(Duration.ZERO));
		this.cluster.server(0).delete("a");
		this.cluster.server(1).delete("a");
		this.cluster.server(1).put("b", "another owner");
		assertThat(both.extend(Cluster.TTL)).isTrue();
		assertThat(this.cluster.server(0).get("a")).isEqualTo(both.token());
		assertThat(this.cluster.server(1).get("a")).isNull();
		assertThat(this.cluster.server(1).get("b")).isEqualTo("another owner");
	}

	@Test
	void healingNeedsNoAcquire() {
		vanish(0, 2);
		this.lease.extend(Cluster.TTL);
		List<NodeCommand> afterTheAcquire = this.cluster.node(0).received();
		assertThat(afterTheAcquire).extracting(Object::getClass)
			.containsSubsequence(Extend.class, Heal.class)
			.hasSize(3);
	}

	@Test
	void aNodeThatCanNotBeHealedKeepsNoOtherFromThatThoughTheLogFails() {
		vanish(0, 2);
		ScriptedNode first = this.cluster.node(0);
		this.cluster.node(4).beforeNext(() -> first.beforeNext(() -> {
			throw new IllegalStateException("at the heal");
		}));
		BrokenLog.during(Footprint.class, () -> this.lease.extend(Cluster.TTL));
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isNull();
		assertThat(this.cluster.server(1).get(Cluster.KEY)).isEqualTo(this.lease.token());
	}

}
