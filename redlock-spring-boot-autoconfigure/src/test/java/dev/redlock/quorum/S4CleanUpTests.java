package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;

class S4CleanUpTests {

	private final Cluster cluster = new Cluster(5);

	/**
	 * The last three nodes are held by another, so that every attempt fails.
	 */
	@BeforeEach
	void hold() {
		this.cluster.holdByAnother(2, 5);
	}

	@Test
	void aFailureReleasesOnEveryNodeAlsoOnThoseThatDidNotAnswer() {
		this.cluster.node(0).become(Behaviour.PAUSED);
		this.cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(this.cluster.nodes()).allSatisfy((node) -> assertThat(node.received(Release.class)).hasSize(1));
		assertThat(this.cluster.tokens()).hasSize(1);
	}

	@Test
	void theReleasesAreSentBeforeTheNextAttempt() {
		this.cluster.node(0).become(Behaviour.PAUSED);
		this.cluster.node(1).become(Behaviour.SILENT);
		this.cluster.failure(Cluster.PATIENT);
		for (ScriptedNode node : this.cluster.nodes()) {
			List<NodeCommand> received = node.received();
			assertThat(received).hasSizeGreaterThan(10);
			for (int i = 0; i < received.size(); i += 2) {
				assertThat(received.get(i)).isInstanceOf(Acquire.class);
				assertThat(received.get(i + 1)).isInstanceOf(Release.class);
				assertThat(received.get(i + 1).token()).isEqualTo(received.get(i).token());
			}
		}
	}

	@Test
	void theReleasesAreSentBeforeTheExceptionLeaves() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ofMillis(5)));
		List<Integer> releases = new ArrayList<>();
		CompletableFuture<Lease> future = this.cluster.start(Cluster.ONE_ATTEMPT);
		future.whenComplete((lease, ex) -> this.cluster.nodes()
			.forEach((node) -> releases.add(node.received(Release.class).size())));
		this.cluster.time().passUntilDone(future);
		assertThat(releases).containsExactly(1, 1, 1, 1, 1);
	}

	@Test
	void theReleasesAreNotWaitedFor() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(10), Duration.ofMillis(10)));
		this.cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(this.cluster.time().elapsed()).isEqualTo(Duration.ofMillis(20));
	}

	@Test
	void aGrantThatComesAfterTheFailureIsUndone() {
		this.cluster.nodes(0, 2).forEach((node) -> node.answersAfter(Duration.ofMillis(30), Duration.ofMillis(10)));
		this.cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(this.cluster.time().elapsed()).isZero();
		this.cluster.time().advance(Duration.ofMillis(40));
		assertThat(this.cluster.server(0).applied()).extracting(Object::getClass)
			.containsExactly(Acquire.class, Release.class);
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isNull();
		assertThat(this.cluster.server(1).get(Cluster.KEY)).isNull();
	}

	@Test
	void aServerThatWasPausedForLongKeepsNothing() {
		this.cluster.nodes(0, 2).forEach((node) -> node.become(Behaviour.PAUSED));
		this.cluster.failure(Cluster.ONE_ATTEMPT);
		this.cluster.time().advance(Cluster.TTL.multipliedBy(5));
		this.cluster.nodes(0, 2).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		this.cluster.time().advance(Cluster.TTL.multipliedBy(5));
		this.cluster.nodes(0, 2).forEach(ScriptedNode::answers);
		assertThat(this.cluster.server(0).applied()).hasAtLeastOneElementOfType(Acquire.class);
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isNull();
		assertThat(this.cluster.server(1).get(Cluster.KEY)).isNull();
	}

	@Test
	void aGrantWithoutAnswerIsUndone() {
		this.cluster.nodes(0, 2).forEach((node) -> node.become(Behaviour.SILENT));
		this.cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(this.cluster.server(0).applied()).hasAtLeastOneElementOfType(Acquire.class);
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isNull();
	}

	@Test
	void aGrantIsUndoneAlthoughTheNodeCalledItAnError() {
		this.cluster.node(0).become(Behaviour.FAILING_AFTER_DOING);
		this.cluster.nodes(2, 5).forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ZERO));
		CompletableFuture<Lease> future = this.cluster.start(Cluster.ONE_ATTEMPT);
		this.cluster.node(0).become(Behaviour.UNREACHABLE);
		this.cluster.failure(future);
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isNotNull();
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void aNodeThatGrantedAndCanNotBeReachedAnyMoreOwesTheRelease() {
		this.cluster.nodes(2, 5).forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ZERO));
		CompletableFuture<Lease> future = this.cluster.start(Cluster.ONE_ATTEMPT);
		this.cluster.node(0).become(Behaviour.UNREACHABLE);
		this.cluster.failure(future);
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isNotNull();
		this.cluster.node(0).answers();
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isNull();
	}

	@Test
	void aConnectionThatBreaksAfterTheGrantOwesTheRelease() {
		this.cluster.nodes(0, 2).forEach((node) -> node.become(Behaviour.BREAKING_AFTER_THE_SERVER));
		this.cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isNotNull();
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void aReleaseIsOwedForAtLeastTheTtlUnlessTheKeyCanNotBeThere() {
		this.cluster.node(1).become(Behaviour.PAUSED);
		this.cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(owedBy(0)).isGreaterThanOrEqualTo(Cluster.TTL.toMillis());
		assertThat(owedBy(1)).isGreaterThanOrEqualTo(Cluster.TTL.toMillis());
		assertThat(owedBy(2)).isZero();
	}

	@Test
	void aNodeThatWasUnreachableOwesNothing() {
		this.cluster.node(0).become(Behaviour.UNREACHABLE);
		this.cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(owedBy(0)).isZero();
	}

	private long owedBy(int index) {
		return this.cluster.node(index).received(Release.class).get(0).owedMillis();
	}

	@Test
	void anAcquireThatWasNotWrittenBeforeTheFailureNeverIs() {
		this.cluster.nodes(0, 2).forEach((node) -> node.writesAfter(Duration.ofMillis(10)));
		this.cluster.failure(Cluster.ONE_ATTEMPT);
		this.cluster.time().advance(Duration.ofMillis(60));
		assertThat(this.cluster.server(0).applied()).hasOnlyElementsOfType(Release.class);
	}

	@Test
	void whatAFailedAttemptGotIsFreeForOthersAtOnce() {
		this.cluster.failure(Cluster.ONE_ATTEMPT);
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isNull();
		assertThat(this.cluster.server(1).get(Cluster.KEY)).isNull();
		for (int i = 2; i < 5; i++) {
			this.cluster.server(i).delete(Cluster.KEY);
		}
		assertThat(this.cluster.anotherClient().acquire().isValid()).isTrue();
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5);
	}

	@Test
	void theEndOfTheWaitTimeCleansUpWhatIsUnderWay() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(20), Duration.ofMillis(20)));
		LockNotAcquiredException failure = this.cluster
			.failure(Cluster.ONE_ATTEMPT.withWaitTime(Duration.ofMillis(30)));
		assertThat(failure.getWaited()).isEqualTo(Duration.ofMillis(30));
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isNotNull();
		assertThat(this.cluster.nodes()).allSatisfy((node) -> assertThat(node.received(Release.class)).hasSize(1));
		this.cluster.time().advance(Duration.ofMillis(20));
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isNull();
	}

	@Test
	void nothingIsLeftWaitingAfterTheEnd() {
		this.cluster.nodes(0, 2).forEach((node) -> node.become(Behaviour.PAUSED));
		this.cluster.failure(Cluster.PATIENT);
		this.cluster.time().advance(ScriptedNode.NODE_TIMEOUT);
		assertThat(this.cluster.time().waitingTasks()).isZero();
	}

}
