package dev.redlock.benchmarks.scenario;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import tools.jackson.databind.json.JsonMapper;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;

/**
 * A JVM with one contender, so that its compiler and its collector have seen nothing
 * else. Reads commands and answers each with what was measured.
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
		Kind kind = Kind.valueOf(args[0]);
		Contender contender = kind.open(List.of(args[1].split(",")), Integer.parseInt(args[2]));
		answer(Map.of());
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		String line;
		while ((line = input.readLine()) != null) {
			LoadCommand command = LoadCommand.parse(line);
			answer(new Load(contender, kind.name()).run(command.newExecutor(), command.threads(), command.settle(),
					command.measured()));
		}
		System.exit(0);
	}

	private static void answer(Map<String, Double> values) {
		System.out.println(JsonMapper.shared().writeValueAsString(values));
		System.out.flush();
	}

}
