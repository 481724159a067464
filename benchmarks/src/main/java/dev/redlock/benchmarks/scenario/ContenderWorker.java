package dev.redlock.benchmarks.scenario;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;

/**
 * A JVM with one contender, so that its compiler and its collector have seen nothing
 * else. The contender is connected while it is its turn only: what libraries do in the
 * background takes nothing from the others. Answers each command with a line.
 */
final class ContenderWorker {

	/**
	 * The command to connect the contender.
	 */
	static final String OPEN = "open";

	/**
	 * The command to close the contender again.
	 */
	static final String CLOSE = "close";

	/**
	 * The answer of whoever has nothing to tell.
	 */
	static final String DONE = "done";

	private final Kind kind;

	private final List<String> uris;

	private final int threads;

	private @Nullable Contender contender;

	private ContenderWorker(Kind kind, List<String> uris, int threads) {
		this.kind = kind;
		this.uris = uris;
		this.threads = threads;
	}

	/**
	 * Serves commands until the input ends.
	 * @param args the contender, the nodes, and the number of threads at most
	 * @param load what any other command means
	 */
	static void serve(String[] args, Load load) throws Exception {
		ContenderWorker worker = new ContenderWorker(Kind.valueOf(args[0]), List.of(args[1].split(",")),
				Integer.parseInt(args[2]));
		BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		String line;
		while ((line = input.readLine()) != null) {
			System.out.println(worker.serve(line, load));
			System.out.flush();
		}
		System.exit(0);
	}

	private String serve(String command, Load load) throws Exception {
		if (command.equals(OPEN)) {
			this.contender = this.kind.open(this.uris, this.threads);
			return DONE;
		}
		if (command.equals(CLOSE)) {
			opened().close();
			return DONE;
		}
		return load.run(this.kind, opened(), command);
	}

	private Contender opened() {
		if (this.contender == null) {
			throw new IllegalStateException(this.kind + " is not open");
		}
		return this.contender;
	}

	/**
	 * What the contender is used for.
	 */
	@FunctionalInterface
	interface Load {

		/**
		 * Does what a command says.
		 * @param kind the kind of the contender
		 * @param contender the contender
		 * @param command the command
		 * @return the answer
		 * @throws Exception if it fails
		 */
		String run(Kind kind, Contender contender, String command) throws Exception;

	}

}
