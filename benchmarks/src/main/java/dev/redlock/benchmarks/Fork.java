package dev.redlock.benchmarks;

import java.util.function.Consumer;

import tools.jackson.databind.json.JsonMapper;

import dev.redlock.benchmarks.scenario.CoreProbe;
import dev.redlock.benchmarks.scenario.Measurement;
import dev.redlock.benchmarks.scenario.Scenario;

/**
 * A JVM that runs one scenario once and prints its samples.
 */
public final class Fork {

	/**
	 * What marks a line of the output as a sample.
	 */
	static final String MARK = "@@ ";

	private Fork() {
	}

	/**
	 * Runs a scenario.
	 * @param args the scenario and the number of the fork
	 * @throws Exception if it fails
	 */
	public static void main(String[] args) throws Exception {
		Scenario scenario = Scenario.valueOf(args[0]);
		int fork = Integer.parseInt(args[1]);
		JsonMapper mapper = JsonMapper.shared();
		Consumer<Sample> output = (sample) -> System.out.println(MARK + mapper.writeValueAsString(sample));
		scenario.run(new Measurement(scenario.title(), fork, Settings.fromSystemProperties(), new CoreProbe(), output));
		// Whatever a contender left running must not keep the others waiting.
		System.exit(0);
	}

}
