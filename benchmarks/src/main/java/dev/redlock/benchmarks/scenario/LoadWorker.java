package dev.redlock.benchmarks.scenario;

import java.util.Map;

import tools.jackson.databind.json.JsonMapper;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;

/**
 * A {@link ContenderWorker} whose threads want keys of their own. It answers with what
 * was measured.
 */
public final class LoadWorker {

	private LoadWorker() {
	}

	/**
	 * Serves commands until its input ends.
	 * @param args the contender, the nodes, and the number of threads at most
	 * @throws Exception if it fails
	 */
	public static void main(String[] args) throws Exception {
		ContenderWorker.serve(args, LoadWorker::run);
	}

	private static String run(Kind kind, Contender contender, String line) throws Exception {
		LoadCommand command = LoadCommand.parse(line);
		Map<String, Double> values = new Load(contender, kind.name()).run(command.newExecutor(), command.threads(),
				command.settle(), command.measured());
		return JsonMapper.shared().writeValueAsString(values);
	}

}
