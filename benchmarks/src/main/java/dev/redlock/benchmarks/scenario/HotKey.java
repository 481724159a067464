package dev.redlock.benchmarks.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.redlock.benchmarks.Settings;
import dev.redlock.benchmarks.contender.Kind;

/**
 * (b) Threads of one or two JVMs that want the same key, and do nothing while they have
 * it. The load is in JVMs of its own, so that this one only watches.
 */
final class HotKey implements Scenario.Body {

	private static final int NODES = 5;

	private static final int MOST_WAITERS = 128;

	// What everybody is asked, and what only the first two are.
	private static final int COMMON_WAITERS = 16;

	private static final List<Integer> WAITERS = List.of(2, COMMON_WAITERS, MOST_WAITERS);

	private static final List<Kind> KINDS = List.of(Kind.OURS, Kind.REDISSON_RLOCK, Kind.REDISSON_REDLOCK,
			Kind.SPRING_INTEGRATION);

	private static final Duration LEAD = Duration.ofMillis(100);

	private static final Duration WATCHED = Duration.ofMillis(250);

	@Override
	public void run(Measurement measurement) throws Exception {
		try (Servers servers = Servers.start(NODES);
				HotKeyProcesses processes = HotKeyProcesses.start(KINDS, servers.uris(), MOST_WAITERS)) {
			for (Kind kind : measurement.shifted(KINDS, 0)) {
				servers.flush();
				run(processes.of(kind, 2), COMMON_WAITERS, new CommandWatch(servers), measurement.settings().warmUp(),
						measurement.settings().settle());
			}
			int round = 0;
			for (int count : List.of(2, 1)) {
				for (int waiters : WAITERS) {
					for (int i = 0; i < measurement.settings().rounds(); i++) {
						round++;
						measure(waiters, count, round, processes, servers, measurement);
					}
				}
			}
		}
	}

	private void measure(int waiters, int count, int round, HotKeyProcesses processes, Servers servers,
			Measurement measurement) throws Exception {
		Settings settings = measurement.settings();
		for (Kind kind : measurement.shifted(contenders(waiters), round)) {
			measurement.measure(variant(waiters, count), kind.title(), () -> {
				servers.flush();
				return run(processes.of(kind, count), waiters, new CommandWatch(servers), settings.settle(),
						settings.measured().multipliedBy(3).dividedBy(2));
			});
		}
	}

	static String variant(int waiters, int workers) {
		return waiters + " waiters in " + ((workers == 1) ? "one JVM" : "two JVMs");
	}

	private static List<Kind> contenders(int waiters) {
		return (waiters == COMMON_WAITERS) ? KINDS : KINDS.subList(0, 2);
	}

	private Map<String, Double> run(List<WorkerProcess> workers, int waiters, CommandWatch watch, Duration settle,
			Duration measured) throws IOException, InterruptedException {
		for (WorkerProcess worker : workers) {
			worker.open();
		}
		long start = System.nanoTime() + LEAD.toNanos();
		long from = start + settle.toNanos();
		long to = from + measured.toNanos();
		long end = to + WATCHED.toNanos();
		List<Path> files = new ArrayList<>();
		int each = waiters / workers.size();
		for (WorkerProcess worker : workers) {
			Path file = Files.createTempFile("turns", ".bin");
			files.add(file);
			worker.send(new HotKeyCommand((files.size() - 1) * each, each, start, end, file).line());
		}
		Threads.sleepUntil(from);
		watch.reset();
		Threads.sleepUntil(to);
		watch.read();
		watch.monitor(WATCHED);
		List<Turn> turns = new ArrayList<>();
		for (int i = 0; i < files.size(); i++) {
			workers.get(i).awaitDone();
			workers.get(i).rest();
			turns.addAll(Turn.read(files.get(i)));
			Files.delete(files.get(i));
		}
		Map<String, Double> values = new TurnStatistics(turns, from, to).values();
		watch.putPerAcquire(TurnStatistics.granted(turns, from, to), values);
		return values;
	}

}
