package dev.redlock.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

import dev.redlock.drill.client.DrillClient;
import dev.redlock.drill.fault.ClientJvm;
import dev.redlock.drill.fault.Cluster;
import dev.redlock.drill.fault.FaultInjector;
import dev.redlock.drill.history.Gap;
import dev.redlock.drill.history.History;

/**
 * Runs a drill and judges it.
 */
public final class Drill {

	/**
	 * How long anything may take that is not itself drilled.
	 */
	private static final Duration PATIENCE = Duration.ofSeconds(40);

	private final DrillSettings settings;

	private final List<String> problems = new ArrayList<>();

	private Drill(DrillSettings settings) {
		this.settings = settings;
	}

	/**
	 * Runs a drill, whose settings are system properties.
	 * @param args the directory for logs
	 * @throws Exception if it can't be run
	 */
	public static void main(String[] args) throws Exception {
		DrillReport report = run(DrillSettings.fromSystemProperties(Path.of(args[0])));
		System.out.println(report);
		System.exit(report.isGood() ? 0 : 1);
	}

	/**
	 * Runs a drill.
	 * @param settings what is drilled
	 * @return what came of it
	 * @throws IOException if there can be no logs
	 * @throws InterruptedException if the thread is interrupted meanwhile
	 */
	static DrillReport run(DrillSettings settings) throws IOException, InterruptedException {
		Files.createDirectories(settings.logs());
		return new Drill(settings).run();
	}

	private DrillReport run() throws InterruptedException {
		try (Cluster cluster = Cluster.start(this.settings.logs(), this.settings.seed(), this.settings.restartGuard(),
				this.settings.overstay())) {
			awaitLeases(cluster, "at the beginning");
			FaultInjector injector = new FaultInjector(cluster, new Random(this.settings.seed()));
			long from = System.nanoTime();
			injector.run(this.settings.faults());
			long until = System.nanoTime();
			awaitLeases(cluster, "after all faults have ended");
			end(cluster);
			this.problems.addAll(injector.problems());
			cluster.clients().forEach((client) -> this.problems.addAll(client.complaints()));
			History history = new History(
					cluster.clients().stream().flatMap((client) -> client.possessions().stream()).toList());
			return new DrillReport(this.settings, history, history.violations(),
					Gap.of(history.possessions(), injector.disturbances(), from, until), injector.faults(),
					this.problems);
		}
	}

	private void awaitLeases(Cluster cluster, String when) {
		long now = System.nanoTime();
		for (ClientJvm client : cluster.clients()) {
			await(client + " gets no lease " + when, () -> client.hasAcquiredSince(now));
		}
	}

	private void end(Cluster cluster) {
		cluster.clients().forEach((client) -> client.tell(DrillClient.STOP));
		for (ClientJvm client : cluster.clients()) {
			await(client + " still uses locks after it was told to stop", client::isIdle);
		}
		// What was to be kept after its release is there for a while.
		await("There are keys that nobody holds", () -> cluster.locks().isEmpty());
		cluster.clients().forEach((client) -> client.end(PATIENCE));
	}

	private void await(String otherwise, Callable<Boolean> condition) {
		try {
			Awaitility.await().atMost(PATIENCE).until(condition);
		}
		catch (ConditionTimeoutException ex) {
			this.problems.add(otherwise);
		}
	}

}
