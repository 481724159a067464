package dev.redlock.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.report.Report;
import dev.redlock.benchmarks.scenario.Scenario;

/**
 * Runs all scenarios, each in several JVMs, and writes what came of it.
 */
public final class Suite {

	private final Settings settings;

	private final Path logs;

	private final Optional<Path> jdkWithVirtualThreads = Jdks.withVirtualThreads();

	private final List<Sample> samples = new ArrayList<>();

	private final List<String> problems = new ArrayList<>();

	private Suite(Settings settings, Path logs) {
		this.settings = settings;
		this.logs = logs;
	}

	/**
	 * Runs the benchmarks.
	 * @param args the directory for results, the one for logs, and the scenarios to run,
	 * separated by commas; {@code all} for all
	 * @throws Exception if nothing could be measured
	 */
	public static void main(String[] args) throws Exception {
		// What cannot be meant must not overwrite the results of an hour.
		Settings settings = Settings.fromSystemProperties();
		List<Scenario> scenarios = Scenario.selected((args.length > 2) ? args[2] : "");
		Suite suite = new Suite(settings, Files.createDirectories(Path.of(args[1])));
		long start = System.nanoTime();
		suite.run(scenarios);
		Report report = new Report(settings.quick(), Duration.ofNanos(System.nanoTime() - start), suite.samples,
				suite.problems);
		System.out.println(report.write(Files.createDirectories(Path.of(args[0]))));
		System.exit(suite.problems.isEmpty() ? 0 : 1);
	}

	private void run(List<Scenario> scenarios) throws IOException, InterruptedException {
		// One fork of each after the other, so that a change of the machine meets all.
		for (int fork = 0; fork < this.settings.forks(); fork++) {
			for (Scenario scenario : scenarios) {
				if (fork < scenario.forks(this.settings)) {
					run(scenario, fork);
				}
			}
		}
	}

	private void run(Scenario scenario, int fork) throws IOException, InterruptedException {
		Path java = Jdks.present();
		if (scenario.needsVirtualThreads()) {
			if (this.jdkWithVirtualThreads.isEmpty()) {
				System.out.println(scenario.title() + ": skipped, there is no such JDK. JAVA25_HOME can name one.");
				return;
			}
			java = this.jdkWithVirtualThreads.get();
		}
		System.out.printf("%s, fork %d: ", scenario.title(), fork + 1);
		long start = System.nanoTime();
		ForkProcess.Outcome outcome = ForkProcess.run(java, scenario, fork, this.settings,
				this.logs.resolve(scenario + "-" + (fork + 1) + ".log"));
		this.samples.addAll(outcome.samples());
		outcome.samples()
			.stream()
			.filter((sample) -> Kind.OURS.title().equals(sample.contender())
					&& Double.valueOf(0).equals(sample.values().get("cycles_per_s")))
			.forEach((sample) -> this.problems
				.add(scenario.title() + ", fork " + (fork + 1) + ": ours did nothing with " + sample.variant()));
		outcome.problem()
			.ifPresent((problem) -> this.problems.add(scenario.title() + ", fork " + (fork + 1) + ": " + problem));
		System.out.printf("%d samples in %d s%s%n", outcome.samples().size(),
				Duration.ofNanos(System.nanoTime() - start).toSeconds(),
				outcome.problem().map((problem) -> "; " + problem).orElse(""));
	}

}
