package dev.redlock.quorum;

import java.lang.Thread.State;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.RedlockClosedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locks that end while a lease is taken over from another process.
 */
class CloseDuringAdoptionTests extends AbstractCloseTests {

	@Test
	void whatIsTakenOverMeanwhileIsReleasedWhenItReturns() throws InterruptedException {
		Obstacle sending = new Obstacle();
		String token = this.cluster.anotherClient().acquire().token();
		this.cluster.node(4).beforeNext(sending::stop);
		CompletableFuture<Lease> adopted = CompletableFuture
			.supplyAsync(() -> this.cluster.redlock().adopt(Cluster.KEY, token, Cluster.TTL));
		sending.awaitArrival();
		assertNothingIsLeftWhenItReturns(this.cluster, sending);
		assertThatExceptionOfType(CompletionException.class).isThrownBy(adopted::join)
			.withCauseInstanceOf(RedlockClosedException.class);
	}

	@Test
	void itsReleaseIsOwedForAsLongAsTheKeysMayLiveByWhoeverAcquiredThem() throws InterruptedException {
		Obstacle sending = new Obstacle();
		LockRequest request = Cluster.ONE_ATTEMPT.withTtl(Duration.ofSeconds(60));
		String token = this.cluster.anotherClient().acquire(request).handOver();
		this.cluster.node(4).beforeNext(sending::stop);
		CompletableFuture<Lease> adopted = CompletableFuture
			.supplyAsync(() -> this.cluster.redlock().adopt(Cluster.KEY, token, Duration.ofSeconds(5)));
		sending.awaitArrival();
		Thread closing = new Thread(this.cluster.redlock()::close);
		closing.start();
		Awaitility.await().until(closing::getState, (state) -> state == State.TIMED_WAITING);
		this.cluster.nodes(0, 2).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		sending.remove();
		closing.join();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(adopted::join)
			.withCauseInstanceOf(RedlockClosedException.class);
		this.cluster.time().advance(Duration.ofSeconds(6));
		this.cluster.nodes().forEach(ScriptedNode::answers);
		this.cluster.time().advance(Duration.ofSeconds(1));
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	@Timeout(LESS_THAN_THE_LONGEST_CLOSE)
	void aTokenThatNobodyHasDoesNotHoldItUp(CapturedOutput output) throws InterruptedException {
		Obstacle sending = new Obstacle();
		Lease lease = this.cluster.acquire();
		this.cluster.node(4).beforeNext(sending::stop);
		CompletableFuture<Lease> adopted = CompletableFuture
			.supplyAsync(() -> this.cluster.redlock().adopt(Cluster.KEY, "another token", Cluster.TTL));
		sending.awaitArrival();
		assertNothingIsLeftWhenItReturns(this.cluster, sending);
		assertThatExceptionOfType(CompletionException.class).isThrownBy(adopted::join)
			.withCauseInstanceOf(LeaseLostException.class);
		assertThat(output.getAll()).as("it was held")
			.containsOnlyOnce(" WARN ")
			.contains("while it holds 1 lock(s): [order:42]")
			.doesNotContain("ERROR");
		assertThat(lease.loss()).contains(LossReason.CLOSED);
	}

	@Test
	@Timeout(LESS_THAN_THE_LONGEST_CLOSE)
	void whoHearsOfALeaseThatIsTakenOverMayCloseAll() {
		Cluster cluster = closedByWhoHearsOfALease();
		String token = cluster.anotherClient().acquire().token();
		assertThatExceptionOfType(RedlockClosedException.class)
			.isThrownBy(() -> cluster.redlock().adopt(Cluster.KEY, token, Cluster.TTL));
		assertThat(cluster.values(Cluster.KEY)).isEmpty();
	}

}
