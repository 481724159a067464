package dev.redlock.quorum;

import java.lang.Thread.State;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import dev.redlock.RedlockListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What tests of the end of all locks have in common.
 */
abstract class AbstractCloseTests {

	static final int LESS_THAN_THE_LONGEST_CLOSE = 9;

	final Cluster cluster = new Cluster(5);

	static Cluster closedByWhoHearsOfALease() {
		AtomicReference<QuorumRedlock> closing = new AtomicReference<>();
		Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, new RedlockListener() {

			@Override
			public @Nullable LeaseEnd onHold(HoldEvent event) {
				closing.get().close();
				return null;
			}

		});
		closing.set(cluster.redlock());
		return cluster;
	}

	static void assertNothingIsLeftWhenItReturns(Cluster cluster, Obstacle obstacle) throws InterruptedException {
		AtomicReference<List<String>> left = new AtomicReference<>();
		Thread closing = new Thread(() -> {
			cluster.redlock().close();
			left.set(cluster.values(Cluster.KEY));
		});
		closing.start();
		Awaitility.await()
			.until(closing::getState, (state) -> state == State.TIMED_WAITING || state == State.TERMINATED);
		obstacle.remove();
		closing.join();
		assertThat(left.get()).isEmpty();
	}

}
