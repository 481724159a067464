package dev.redlock.drill.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;

import dev.redlock.drill.history.Disturbances;

/**
 * Makes something go wrong all the time. All of it happens on one thread, and can be
 * asked for when that has ended.
 */
public final class FaultInjector {

	private static final Duration LONGEST_REST = Duration.ofSeconds(2);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final int ATTEMPTS = 5;

	private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, new DiscardPolicy());

	private final Cluster cluster;

	private final Random random;

	private final Disturbances disturbances = new Disturbances((Cluster.SERVERS - 1) / 2);

	private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);

	private final List<String> problems = new ArrayList<>();

	/**
	 * Creates the injector.
	 * @param cluster to whom the faults happen
	 * @param random decides about them
	 */
	public FaultInjector(Cluster cluster, Random random) {
		this.cluster = cluster;
		this.random = random;
	}

	/**
	 * Makes things go wrong for a while, and heals all of it.
	 * @param length for how long
	 * @throws InterruptedException if the thread is interrupted meanwhile
	 */
	public void run(Duration length) throws InterruptedException {
		this.executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		Scene scene = new Scene(this.cluster, this.random, this.disturbances, this::later);
		later(() -> inject(scene), Duration.ZERO);
		if (!this.executor.awaitTermination(length.toNanos(), TimeUnit.NANOSECONDS)) {
			this.executor.shutdown();
		}
		if (!this.executor.awaitTermination(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
			throw new IllegalStateException("A fault did not end within " + PATIENCE);
		}
		this.cluster.heal();
	}

	private void inject(Scene scene) {
		boolean begun = false;
		for (int i = 0; i < ATTEMPTS && !begun; i++) {
			Fault fault = Fault.random(this.random);
			begun = fault.begin(scene);
			if (begun) {
				this.faults.merge(fault, 1, Integer::sum);
			}
		}
		later(() -> inject(scene), scene.length(LONGEST_REST));
	}

	private void later(Runnable task, Duration delay) {
		this.executor.schedule(() -> {
			try {
				task.run();
			}
			catch (RuntimeException ex) {
				this.problems.add("A fault could not be made: " + ex);
			}
		}, delay.toNanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Returns when what was disturbed.
	 * @return the disturbances
	 */
	public Disturbances disturbances() {
		return this.disturbances;
	}

	/**
	 * Returns which faults there were.
	 * @return how many of each kind
	 */
	public Map<Fault, Integer> faults() {
		return this.faults;
	}

	/**
	 * Returns what kept faults from being made.
	 * @return a sentence each
	 */
	public List<String> problems() {
		return this.problems;
	}

}
