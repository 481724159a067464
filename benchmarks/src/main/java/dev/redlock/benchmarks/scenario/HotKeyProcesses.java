package dev.redlock.benchmarks.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import dev.redlock.benchmarks.contender.Kind;

/**
 * Two {@link HotKeyWorker JVMs} for each contender, from the outside. They share the
 * nodes, and take turns.
 */
final class HotKeyProcesses implements AutoCloseable {

	private static final int EACH = 2;

	private final Map<Kind, List<WorkerProcess>> workers = new EnumMap<>(Kind.class);

	private HotKeyProcesses() {
	}

	static HotKeyProcesses start(Collection<Kind> kinds, List<String> uris, int threads) throws IOException {
		HotKeyProcesses processes = new HotKeyProcesses();
		for (Kind kind : kinds) {
			List<WorkerProcess> ofKind = new ArrayList<>();
			processes.workers.put(kind, ofKind);
			for (int i = 0; i < EACH; i++) {
				ofKind.add(WorkerProcess.start(HotKeyWorker.class, kind, uris, threads));
			}
		}
		return processes;
	}

	/**
	 * Returns JVMs of a contender.
	 * @param kind the contender
	 * @param count how many of them
	 */
	List<WorkerProcess> of(Kind kind, int count) {
		return this.workers.getOrDefault(kind, List.of()).subList(0, count);
	}

	@Override
	public void close() {
		this.workers.values().stream().flatMap(List::stream).forEach(WorkerProcess::close);
	}

}
