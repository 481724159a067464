package dev.redlock.quorum;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.ReleaseOutcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class QuorumTests {

	@ParameterizedTest
	@CsvSource({ "1, 1, 1", "2, 2, 1", "3, 2, 2", "4, 3, 2", "5, 3, 3", "6, 4, 3", "7, 4, 4", "8, 5, 4", "9, 5, 5",
			"64, 33, 32" })
	void aQuorumIsMoreThanHalf(int nodes, int size, int denials) {
		assertThat(new Quorum(nodes).size()).isEqualTo(size);
		assertThat(new Quorum(nodes).denials()).isEqualTo(denials);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 64 })
	void listsThatDifferByOneNodeHaveNoQuorumsThatMissEachOther(int nodes) {
		int both = new Quorum(nodes).size() + new Quorum(nodes + 1).size();
		assertThat(both).isGreaterThan(nodes + 1);
	}

	@Test
	void listsOfWhichOneNodeWasReplacedHaveQuorumsThatMissEachOther() {
		int inBothLists = 2;
		int inEither = inBothLists + 2;
		assertThat(2 * new Quorum(3).size()).isLessThanOrEqualTo(inEither);
	}

	@Test
	void thereIsNoQuorumOfNothing() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Quorum(0));
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 64 })
	void aLockNeedsAQuorumOfTheConfiguredNodes(int nodes) {
		for (int down = 0; down <= nodes; down++) {
			Cluster cluster = new Cluster(nodes);
			cluster.nodes(0, down).forEach((node) -> node.become(Behaviour.UNREACHABLE));
			CompletableFuture<Lease> future = cluster.start(Cluster.ONE_ATTEMPT);
			assertThat(future).isDone();
			if (nodes - down > nodes / 2) {
				assertThat(future.join().release()).isEqualTo(ReleaseOutcome.RELEASED);
			}
			else {
				assertThat(cluster.failure(future)).isInstanceOf(QuorumUnavailableException.class);
			}
			cluster.assertNothingLeft(Cluster.KEY);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 4, 6, 8 })
	void aTieEndsAndNobodyHasTheLock(int nodes) {
		Cluster cluster = new Cluster(nodes);
		cluster.holdByAnother(0, nodes / 2);
		assertThat(cluster.failure(Cluster.ONE_ATTEMPT)).isInstanceOf(LockHeldException.class);
		assertThat(cluster.time().elapsed()).isZero();
		assertThat(cluster.values(Cluster.KEY)).hasSize(nodes / 2).containsOnly("another owner");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 6, 7, 8, 9 })
	void twoClientsNeverHaveTheLockAtOnce(int nodes) {
		for (int firstGets = 0; firstGets <= nodes; firstGets++) {
			Cluster first = new Cluster(nodes);
			Cluster second = first.anotherClient();
			first.nodes(firstGets, nodes)
				.forEach((node) -> node.answersAfter(ScriptedNode.NODE_TIMEOUT.dividedBy(2),
						ScriptedNode.NODE_TIMEOUT.dividedBy(10)));
			second.nodes(0, firstGets)
				.forEach((node) -> node.answersAfter(ScriptedNode.NODE_TIMEOUT.dividedBy(2),
						ScriptedNode.NODE_TIMEOUT.dividedBy(10)));
			CompletableFuture<Lease> one = first.start(Cluster.ONE_ATTEMPT);
			CompletableFuture<Lease> two = second.start(Cluster.ONE_ATTEMPT);
			first.time().advance(ScriptedNode.NODE_TIMEOUT);
			assertThat(one).isDone();
			assertThat(two).isDone();
			assertThat(List.of(one, two)).as("%d of %d nodes", firstGets, nodes)
				.filteredOn((future) -> !future.isCompletedExceptionally())
				.hasSizeLessThanOrEqualTo(1);
		}
	}

	@Test
	void thereMustBeNodesButNotTooMany() {
		VirtualTime time = new VirtualTime();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new QuorumRedlock(List.of(), Cluster.defaults(), time, time, Runnable::run, List.of()));
		assertThatIllegalArgumentException().isThrownBy(() -> new Cluster(65));
	}

}
