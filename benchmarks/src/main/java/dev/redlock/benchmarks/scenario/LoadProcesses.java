package dev.redlock.benchmarks.scenario;

import java.io.IOException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import dev.redlock.benchmarks.contender.Kind;

/**
 * A {@link LoadWorker} for each contender, from the outside. They share the nodes, and
 * take turns.
 */
final class LoadProcesses implements AutoCloseable {

	private static final TypeReference<Map<String, Double>> VALUES = new TypeReference<>() {
	};

	private final Map<Kind, WorkerProcess> workers = new EnumMap<>(Kind.class);

	private LoadProcesses() {
	}

	static LoadProcesses start(Collection<Kind> kinds, List<String> uris, int threads) throws IOException {
		LoadProcesses processes = new LoadProcesses();
		for (Kind kind : kinds) {
			processes.workers.put(kind, WorkerProcess.start(LoadWorker.class, kind, uris, threads));
		}
		return processes;
	}

	Map<String, Double> run(Kind kind, LoadCommand command) throws IOException, InterruptedException {
		WorkerProcess worker = this.workers.get(kind);
		if (worker == null) {
			throw new IllegalArgumentException(kind + " was not started");
		}
		worker.open();
		worker.send(command.line());
		String answer = worker.answer();
		worker.rest();
		return JsonMapper.shared().readValue(answer, VALUES);
	}

	@Override
	public void close() {
		this.workers.values().forEach(WorkerProcess::close);
	}

}
