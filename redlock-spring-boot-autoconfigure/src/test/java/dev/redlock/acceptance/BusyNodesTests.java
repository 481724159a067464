package dev.redlock.acceptance;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Servers that die while many threads use them.
 */
class BusyNodesTests {

	private static final int THREADS = 16;

	private static final int DEATHS = 15;

	/**
	 * From the second of a row on, the time before the next attempt to connect grows.
	 */
	private static final int BREAKS_IN_A_ROW = 16;

	private static final int BREAKS = 6;

	private static final int TIMES = 14;

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	@Test
	void aServerThatDiesUnderLoadCostsNoLockNoErrorAndNoKey() throws Exception {
		whileBusy((locks) -> {
			for (int i = 0; i < DEATHS; i++) {
				TestNode victim = servers.get(i % 3);
				victim.kill();
				locks.awaitUp(2);
				victim.restart();
				locks.awaitUp();
			}
		});
	}

	@Test
	void connectionsThatBreakUnderLoadCostNoLockNoErrorAndNoKey() throws Exception {
		whileBusy((locks) -> breakConnections(locks, BREAKS_IN_A_ROW));
		for (int i = 0; i < TIMES; i++) {
			whileBusy((locks) -> breakConnections(locks, BREAKS));
		}
	}

	private static void breakConnections(Locks locks, int breaks) {
		for (int i = 0; i < breaks; i++) {
			NodeStats.breakConnections(servers.get(i % 3));
			locks.awaitUp();
		}
	}

	private static void whileBusy(Consumer<Locks> harm) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(THREADS);
		AtomicBoolean stop = new AtomicBoolean();
		try (Locks locks = Locks.over(servers.all())) {
			locks.awaitUp();
			List<Future<Integer>> workers = IntStream.range(0, THREADS)
				.mapToObj((thread) -> threads.submit(() -> lockUntil(stop, locks, "busy:" + thread)))
				.toList();
			harm.accept(locks);
			stop.set(true);
			for (Future<Integer> worker : workers) {
				assertThat(worker.get()).isPositive();
			}
			servers.all()
				.forEach((server) -> Awaitility.await()
					.pollDelay(Duration.ZERO)
					.pollInterval(Duration.ofMillis(10))
					.until(() -> (Long) server.run(Command.DBSIZE), (size) -> size == 0));
		}
		finally {
			stop.set(true);
			threads.shutdownNow();
		}
	}

	private static int lockUntil(AtomicBoolean stop, Locks locks, String key) throws Exception {
		int cycles = 0;
		while (!stop.get()) {
			try (Lease lease = locks.redlock().acquire(LockRequest.of(key).withTtl(Duration.ofSeconds(60)))) {
				assertThat(lease.isValid()).isTrue();
				cycles++;
			}
		}
		return cycles;
	}

}
