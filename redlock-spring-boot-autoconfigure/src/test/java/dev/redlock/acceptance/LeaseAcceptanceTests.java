package dev.redlock.acceptance;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.redlock.Lease;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Leases that outlive their ttl on five real servers that forget.
 */
class LeaseAcceptanceTests {

	private static final String KEY = AbstractAcceptanceTests.KEY;

	private static final Duration TTL = Duration.ofSeconds(5);

	private static final Duration BODY = Duration.ofSeconds(8);

	private static final LockRequest REQUEST = LockRequest.of(KEY).withTtl(TTL).withAutoExtend(true);

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(5);

	private Locks holder;

	private Locks rival;

	@BeforeEach
	void connect() {
		// A server that keeps everything is trusted at once, whatever its age.
		servers.all().forEach(TestNode::writeEveryChange);
		this.holder = Locks.over(servers.all(), (node) -> node.withRestartGuard(Duration.ofSeconds(60)));
		this.holder.awaitUp();
		servers.all().forEach(TestNode::writeNoChange);
		// Trusts every server, so that nothing but the keys keeps it out.
		this.rival = Locks.over(servers.all());
		this.rival.awaitUp();
	}

	@AfterEach
	void disconnect() {
		this.rival.close();
		this.holder.close();
	}

	@Test
	void threeOfFiveNodesMayForgetALeaseOneAfterAnotherAndNobodyElseGetsIt() throws Exception {
		long start = System.nanoTime();
		Lease lease = this.holder.redlock().acquire(REQUEST);
		try (Rivalry rivalry = new Rivalry(this.rival)) {
			for (int index : List.of(1, 3, 0)) {
				servers.get(index).restart();
				Awaitility.await("node " + index + " to be healed")
					.atMost(Duration.ofSeconds(15))
					.until(() -> lease.token().equals(servers.get(index).get(KEY)));
				assertThat(this.holder.node(index).status().state()).isEqualTo(State.QUARANTINED);
				assertThat(lease.isValid()).isTrue();
			}
			int attempts = rivalry.attempts.get();
			Awaitility.await("the work to end")
				.atMost(BODY.multipliedBy(3))
				.until(() -> System.nanoTime() - start > BODY.toNanos() && rivalry.attempts.get() > attempts + 3);
			assertThat(rivalry.lease).isNotDone();
		}
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.extensions()).isGreaterThanOrEqualTo(3);
		assertThat(lease.lost().toCompletableFuture()).isNotDone();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		servers.all().forEach((server) -> AbstractAcceptanceTests.awaitValue(server, KEY, null));
		this.rival.redlock().acquire(REQUEST).close();
	}

	@Test
	void threeNodesThatForgetALeaseAtOnceEndItAndNothingOfItComesBack() throws Exception {
		Lease lease = this.holder.redlock().acquire(REQUEST);
		servers.all().subList(2, 5).forEach(TestNode::restart);
		assertThat(lease.lost().toCompletableFuture().get(20, TimeUnit.SECONDS)).isIn(LossReason.TAKEN,
				LossReason.EXPIRED);
		assertThat(lease.isValid()).isFalse();
		assertThat(lease.extend(TTL)).isFalse();
		servers.all().forEach((server) -> AbstractAcceptanceTests.awaitValue(server, KEY, null));
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.EXPIRED);
	}

	/**
	 * Somebody who wants the lock all the time.
	 */
	private static final class Rivalry implements AutoCloseable {

		private final CompletableFuture<Lease> lease = new CompletableFuture<>();

		private final AtomicInteger attempts = new AtomicInteger();

		private final AtomicBoolean ended = new AtomicBoolean();

		private final Thread thread;

		Rivalry(Locks locks) {
			this.thread = new Thread(() -> run(locks), "rival");
			this.thread.start();
		}

		private void run(Locks locks) {
			LockRequest request = REQUEST.withWaitTime(Duration.ofMillis(300));
			while (!this.ended.get() && !this.lease.isDone()) {
				try {
					this.lease.complete(locks.redlock().acquire(request));
				}
				catch (LockNotAcquiredException ex) {
					this.attempts.incrementAndGet();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
					return;
				}
			}
		}

		@Override
		public void close() {
			this.ended.set(true);
			Awaitility.await("the last attempt to end").until(() -> !this.thread.isAlive());
			if (this.lease.isDone()) {
				this.lease.join().close();
			}
		}

	}

}
