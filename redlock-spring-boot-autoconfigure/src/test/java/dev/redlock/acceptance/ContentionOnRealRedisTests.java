package dev.redlock.acceptance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockRequest;
import dev.redlock.ReleaseOutcome;
import dev.redlock.jedis.JedisNodeSettings;
import dev.redlock.quorum.QuorumSettings;
import dev.redlock.quorum.RetryDelay;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Waiters of one process and of several. Where pauses between attempts are longer than
 * the wait, only a notification can have ended them.
 */
class ContentionOnRealRedisTests extends AbstractFiveServersTests {

	private static final Duration LONG = Duration.ofSeconds(60);

	private static final LockRequest WAITING = LockRequest.of(KEY)
		.withTtl(Duration.ofSeconds(30))
		.withWaitTime(Duration.ofSeconds(40));

	private final List<Locks> processes = new ArrayList<>();

	@AfterEach
	void endProcesses() {
		this.processes.forEach(Locks::close);
	}

	/**
	 * Returns another process, which never asks again unless it is told to.
	 */
	private Locks thatNeverPolls(UnaryOperator<JedisNodeSettings> change) {
		QuorumSettings defaults = QuorumSettings.defaults();
		return process(change,
				new QuorumSettings(defaults.keyPrefix(), defaults.ttl(), defaults.maxTtl(), defaults.waitTime(),
						new RetryDelay(LONG, LONG), defaults.drift(), defaults.autoExtend(), defaults.maxExtensions(),
						defaults.fencingRetention()));
	}

	private Locks process(UnaryOperator<JedisNodeSettings> change, QuorumSettings settings) {
		Locks process = Locks.over(servers.all(), change, settings);
		this.processes.add(process);
		process.awaitUp();
		return process;
	}

	private static long subscribers(TestNode node) {
		return ((String) node.run(Command.CLIENT, "LIST", "TYPE", "pubsub")).lines().count();
	}

	private static long connections(TestNode node) {
		return ((String) node.run(Command.CLIENT, "LIST")).lines().count();
	}

	private static void awaitSubscribers(int count) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> servers.all().stream().allMatch((node) -> subscribers(node) == count));
	}

	@Test
	void aReleaseWakesTheWaiterOfAnotherProcess() throws Exception {
		Lease first = locks().redlock().acquire(WAITING);
		CompletableFuture<Lease> waiter = thatNeverPolls(UnaryOperator.identity()).redlock()
			.acquireAsync(WAITING.withWaitTime(LONG.multipliedBy(2)));
		awaitSubscribers(1);
		assertThat(waiter).isNotDone();
		first.release();
		assertThat(waiter).succeedsWithin(Duration.ofSeconds(20));
		waiter.join().release();
	}

	@Test
	void aWaiterHearsAgainAfterItsConnectionsWereEnded() throws Exception {
		Lease first = locks().redlock().acquire(WAITING);
		CompletableFuture<Lease> waiter = thatNeverPolls(UnaryOperator.identity()).redlock()
			.acquireAsync(WAITING.withWaitTime(LONG.multipliedBy(2)));
		awaitSubscribers(1);
		servers.all().forEach((node) -> node.run(Command.CLIENT, "KILL", "TYPE", "pubsub"));
		awaitSubscribers(1);
		first.release();
		assertThat(waiter).succeedsWithin(Duration.ofSeconds(20));
		waiter.join().release();
	}

	@Test
	void aReleaseThatNobodyAnnouncesIsFoundByAskingAgain() throws Exception {
		servers.all().forEach((node) -> node.run(Command.SET, KEY, "another", "PX", "60000"));
		CompletableFuture<Lease> waiter = locks().redlock().acquireAsync(WAITING);
		awaitSubscribers(1);
		servers.all().forEach((node) -> node.run(Command.DEL, KEY));
		assertThat(waiter).succeedsWithin(Duration.ofSeconds(10));
		waiter.join().release();
	}

	@Test
	void aServerIsSubscribedToOnlyWhileSomebodyWaits() throws Exception {
		long before = connections(servers.all().get(0));
		try (Lease lease = locks().redlock().acquire(WAITING)) {
			CompletableFuture<Lease> local = locks().redlock().acquireAsync(WAITING);
			assertThat(servers.all()).allSatisfy((node) -> assertThat(subscribers(node)).isZero());
			Locks other = process(UnaryOperator.identity(), QuorumSettings.defaults());
			CompletableFuture<Lease> waiter = other.redlock().acquireAsync(WAITING);
			awaitSubscribers(1);
			local.cancel(true);
			waiter.cancel(true);
			awaitSubscribers(0);
			// The connection stays for some seconds, for the next who waits.
			Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.until(() -> connections(servers.all().get(0)), (count) -> count <= before + 1);
			assertThat(lease.isValid()).isTrue();
		}
	}

	@Test
	void whoMayNotPublishOrSubscribeLocksAllTheSame() throws Exception {
		servers.all()
			.forEach((node) -> node.run(Command.ACL, "SETUSER", "silent", "on", ">secret", "~*", "+@all",
					"resetchannels"));
		Locks silent = process((node) -> Locks.trusting("redis://silent:secret@" + node.uri().server()),
				QuorumSettings.defaults());
		Lease first = silent.redlock().acquire(WAITING);
		CompletableFuture<Lease> waiter = locks().redlock().acquireAsync(WAITING);
		awaitSubscribers(1);
		assertThat(first.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(waiter).succeedsWithin(Duration.ofSeconds(10));
		CompletableFuture<Lease> second = silent.redlock().acquireAsync(WAITING);
		assertThat(waiter.join().release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(second).succeedsWithin(Duration.ofSeconds(10));
		second.join().release();
	}

	@Test
	void aRefusalSaysForHowLongTheOwnerStillHasTheLock() throws Exception {
		try (Lease lease = locks().redlock().acquire(WAITING.withAutoExtend(false))) {
			LockRequest oneAttempt = WAITING.withWaitTime(Duration.ZERO);
			assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> locks().redlock().acquire(oneAttempt))
				.satisfies((ex) -> assertThat(ex.getRemaining().orElseThrow()).isBetween(lease.remainingValidity(),
						Duration.ofSeconds(30)));
			LockRequest fenced = oneAttempt.withFencing();
			assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> locks().redlock().acquire(fenced))
				.satisfies((ex) -> assertThat(ex.getRemaining()).isPresent());
		}
	}

	@Test
	void manyWaitersOfThreeProcessesTakeTurnsOneAtATime() throws Exception {
		List<Locks> all = List.of(locks(), process(UnaryOperator.identity(), QuorumSettings.defaults()),
				process(UnaryOperator.identity(), QuorumSettings.defaults()));
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		List<CompletableFuture<?>> done = new ArrayList<>();
		// Long enough for another to come in, if it could.
		Executor later = CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS);
		for (int i = 0; i < 300; i++) {
			done.add(all.get(i % 3).redlock().acquireAsync(WAITING).thenCompose((lease) -> {
				most.accumulateAndGet(inside.incrementAndGet(), Math::max);
				return CompletableFuture.runAsync(inside::decrementAndGet, later)
					.thenCompose((left) -> lease.releaseAsync());
			}));
		}
		assertThat(CompletableFuture.allOf(done.toArray(CompletableFuture<?>[]::new)))
			.succeedsWithin(Duration.ofSeconds(60));
		assertThat(most).hasValue(1);
		// A release is over when a quorum has confirmed it.
		servers.all().forEach((node) -> AbstractAcceptanceTests.awaitValue(node, KEY, null));
	}

}
