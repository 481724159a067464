package dev.redlock.benchmarks.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

import dev.redlock.benchmarks.Settings;
import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.test.CutOffNode;
import dev.redlock.test.LocalRedis;

/**
 * (c) One of five nodes falls ill under load and gets well again.
 */
final class SickNode implements Scenario.Body {

	private static final int SICK = 2;

	private static final int THREADS = 8;

	private static final List<Kind> KINDS = List.of(Kind.OURS, Kind.REDISSON_REDLOCK);

	private static final Duration FIRST = Duration.ofSeconds(1);

	private static final Duration RECOVERY = Duration.ofMillis(500);

	// Redisson waits long for a sick node, longer than anybody wants to watch.
	private static final Duration PATIENCE = Duration.ofSeconds(2);

	@Override
	public void run(Measurement measurement) throws Exception {
		try (Servers servers = Servers.start(5)) {
			warmUp(servers, measurement);
			for (int round = 0; round < measurement.settings().rounds(); round++) {
				for (Fault fault : Fault.values()) {
					measure(fault, round, servers, measurement);
				}
			}
		}
	}

	private void measure(Fault fault, int round, Servers servers, Measurement measurement) throws Exception {
		for (Kind kind : measurement.shifted(KINDS, round + fault.ordinal())) {
			servers.nodes().forEach(LocalRedis::reset);
			measurement.record(fault.name().toLowerCase(Locale.ROOT).replace('_', '-'), kind.title(),
					run(servers, fault, kind, measurement.settings()));
		}
	}

	/**
	 * Nobody but the one that is measured may notice a fault, so that those that warm up
	 * are closed again.
	 */
	private static void warmUp(Servers servers, Measurement measurement) throws Exception {
		try (OpenContenders contenders = OpenContenders.open(KINDS, servers.uris(), THREADS)) {
			for (Kind kind : measurement.shifted(KINDS, 0)) {
				contenders.load(kind)
					.run(Threads.platform(THREADS), THREADS, Duration.ZERO, measurement.settings().warmUp());
			}
		}
	}

	private Map<String, Double> run(Servers servers, Fault fault, Kind kind, Settings settings)
			throws IOException, InterruptedException {
		LocalRedis server = servers.nodes().get(SICK);
		try (CutOffNode wire = new CutOffNode(server)) {
			List<String> uris = new ArrayList<>(servers.uris());
			if (fault == Fault.BLACK_HOLED) {
				uris.set(SICK, wire.uri());
			}
			Contender contender = kind.open(uris, THREADS);
			try {
				return run(contender, new Plan(System.nanoTime() + settings.settle().toNanos(), settings.measured()),
						() -> fault.begin(server, wire), () -> fault.end(server, wire));
			}
			finally {
				contender.close();
			}
		}
	}

	private Map<String, Double> run(Contender contender, Plan plan, Runnable begin, Runnable end)
			throws InterruptedException {
		Calls calls = new Calls();
		ExecutorService executor = Threads.platform(THREADS);
		for (int i = 0; i < THREADS; i++) {
			String key = "sick:" + i;
			executor.execute(() -> calls.cycle(contender, key, plan.end()));
		}
		Threads.sleepUntil(plan.fault());
		begin.run();
		long faulty = System.nanoTime();
		Threads.sleepUntil(plan.heal());
		long healing = System.nanoTime();
		end.run();
		long healed = Math.max(System.nanoTime(), plan.heal()) + RECOVERY.toNanos();
		Threads.sleepUntil(plan.end());
		executor.shutdown();
		if (!executor.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
			executor.shutdownNow();
		}
		long second = faulty + FIRST.toNanos();
		Map<String, Double> values = new LinkedHashMap<>();
		calls.put("healthy", (plan.fault() - plan.settled()) / 1e9,
				(call) -> call.begun() >= plan.settled() && call.ended() < plan.fault(), values);
		calls.put("first_second", FIRST.toNanos() / 1e9, (call) -> call.overlaps(faulty, second), values);
		calls.put("sick", (healing - second) / 1e9, (call) -> call.overlaps(second, healing), values);
		calls.put("healed", (plan.end() - healed) / 1e9, (call) -> call.begun() >= healed, values);
		values.put("sick_over_healthy_p99",
				values.getOrDefault("sick_p99_us", Double.NaN) / values.getOrDefault("healthy_p99_us", Double.NaN));
		return values;
	}

	/**
	 * When what happens.
	 *
	 * @param settled when the load has gone on for as long as it needs to be even
	 * @param measured how long each part is measured
	 */
	private record Plan(long settled, Duration measured) {

		long fault() {
			return this.settled + this.measured.toNanos();
		}

		long heal() {
			return fault() + FIRST.toNanos() + this.measured.toNanos();
		}

		long end() {
			return heal() + 2 * RECOVERY.toNanos() + this.measured.toNanos() / 2;
		}

	}

}
