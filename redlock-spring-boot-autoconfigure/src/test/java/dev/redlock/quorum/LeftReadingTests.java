package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import dev.redlock.Lease;
import dev.redlock.LockInspection;
import dev.redlock.LockRequest;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.AcquireFenced;
import dev.redlock.node.NodeCommand.Inspect;
import dev.redlock.node.NodeReply;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes whose reader stands aside for callers who read themselves, as it does for a
 * moment after the last one did, until the reading is left to it. Whoever does not read
 * must not wait for that moment.
 */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class LeftReadingTests {

	private static final LockRequest REQUEST = LockRequest.of("order:42").withTtl(Duration.ofSeconds(30));

	private final List<PollingNode> nodes = IntStream.range(0, 3).mapToObj(LeftReadingTests::node).toList();

	private final VirtualTime time = new VirtualTime();

	private final QuorumRedlock redlock = new QuorumRedlock(this.nodes, Cluster.defaults(), this.time, this.time,
			Runnable::run, List.of());

	@Test
	void anAcquireThatIsNotWaitedForLeavesTheReadingToTheNodes() {
		assertThat(this.redlock.acquireAsync(REQUEST)).isCompleted();
	}

	@Test
	void aReleaseThatIsNotWaitedForLeavesTheReadingToTheNodes() {
		Lease lease = this.redlock.acquireAsync(REQUEST).join();
		assertThat(lease.releaseAsync().toCompletableFuture()).isCompletedWithValue(ReleaseOutcome.RELEASED);
	}

	@Test
	void anAcquireAndAReleaseThatAreWaitedForLeaveTheReadingToTheNodesInTheEnd() throws Exception {
		Lease lease = this.redlock.acquire(REQUEST);
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
	}

	@Test
	void anExtensionLeavesTheReadingToTheNodes() {
		Lease lease = this.redlock.acquireAsync(REQUEST).join();
		assertThat(lease.extend(Duration.ofSeconds(30))).isTrue();
	}

	@Test
	void countersThatAreRaisedForAFencingTokenAreReadByTheNodes() {
		Lease lease = this.redlock.acquireAsync(REQUEST.withFencing()).join();
		assertThat(lease.fencingToken()).hasValue(2);
	}

	@Test
	void anAdoptionLeavesTheReadingToTheNodes() {
		assertThat(this.redlock.adopt("order:42", "token", Duration.ofSeconds(30)).isValid()).isTrue();
	}

	@Test
	void anInspectionLeavesTheReadingToTheNodes() {
		LockInspection inspection = this.redlock.inspect("order:42");
		assertThat(inspection.held()).isTrue();
	}

	@Test
	void anAcquireWhoseTurnComesLaterLeavesTheReadingToTheNodes() {
		Lease first = this.redlock.acquireAsync(REQUEST).join();
		CompletableFuture<Lease> second = this.redlock.acquireAsync(REQUEST);
		assertThat(second).isNotCompleted();
		first.releaseAsync();
		assertThat(second).isCompleted();
	}

	@Test
	void anAcquireThatIsTriedOnceMoreLeavesTheReadingToTheNodes() {
		this.nodes.forEach((node) -> node.answersWhenLeft((command) -> NodeReply.heldFor(1000)));
		CompletableFuture<Lease> acquire = this.redlock.acquireAsync(REQUEST.withWaitTime(Duration.ofSeconds(3)));
		assertThat(acquire).isNotCompleted();
		this.nodes.forEach((node) -> node.answersWhenLeft((command) -> NodeReply.DONE));
		this.time.advance(Duration.ofSeconds(2));
		assertThat(acquire).isCompleted();
	}

	@Test
	void aLeaseThatIsRevokedLeavesTheReadingToTheNodes() {
		this.redlock.acquireAsync(REQUEST).join();
		assertThat(this.redlock.revoke("order:42")).containsExactly(ReleaseOutcome.RELEASED);
	}

	@Test
	@Timeout(value = 5, threadMode = ThreadMode.SEPARATE_THREAD)
	void theEndOfTheApplicationLeavesTheReadingToTheNodes() {
		this.redlock.acquireAsync(REQUEST).join();
		this.redlock.close();
		assertThat(this.redlock.heldLeases()).isEmpty();
	}

	@Test
	void aRoundThatNobodyReadsLeavesTheReadingToTheNodes() {
		CompletableFuture<Boolean> free = new CompletableFuture<>();
		Round round = new Round(List.copyOf(this.nodes), this.time, (decided, reached) -> free.complete(reached));
		round.sendAndLeave((index) -> new Inspect(List.of("order:42")));
		assertThat(free).isCompleted();
	}

	@Test
	void aNodeThatFailsWhenTheReadingIsLeftToItHoldsNobodyUp() {
		this.nodes.get(0).answersWhenLeft((command) -> {
			throw new IllegalStateException("scripted to throw");
		});
		assertThat(this.redlock.acquireAsync(REQUEST)).succeedsWithin(0, TimeUnit.SECONDS);
	}

	private static PollingNode node(int index) {
		PollingNode node = new PollingNode("redis-" + index, Integer.MAX_VALUE);
		node.answersWhenLeft((command) -> answer(command, index));
		return node;
	}

	private static NodeReply answer(NodeCommand command, int index) {
		if (command instanceof AcquireFenced) {
			return NodeReply.counted(index);
		}
		return (command instanceof Inspect) ? NodeReply.found("another owner", 1000) : NodeReply.DONE;
	}

}
