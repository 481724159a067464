package dev.redlock.benchmarks.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Contender.Hold;

/**
 * A {@link ContenderWorker} whose threads want the hot key. Their turns go to a file.
 */
public final class HotKeyWorker {

	private static final String KEY = "hot";

	private HotKeyWorker() {
	}

	/**
	 * Serves commands until its input ends.
	 * @param args the contender, the nodes, and the number of threads at most
	 * @throws Exception if it fails
	 */
	public static void main(String[] args) throws Exception {
		ContenderWorker.serve(args, (kind, contender, line) -> {
			run(contender, HotKeyCommand.parse(line));
			return ContenderWorker.DONE;
		});
	}

	private static void run(Contender contender, HotKeyCommand command) throws IOException, InterruptedException {
		ConcurrentLinkedQueue<List<Turn>> turns = new ConcurrentLinkedQueue<>();
		ExecutorService executor = Threads.platform(command.threads());
		for (int i = 0; i < command.threads(); i++) {
			int thread = command.firstThread() + i;
			executor.execute(() -> turns.add(turns(contender, command, thread)));
		}
		Threads.end(executor);
		Turn.write(command.file(), turns.stream().flatMap(List::stream).toList());
	}

	private static List<Turn> turns(Contender contender, HotKeyCommand command, int thread) {
		List<Turn> turns = new ArrayList<>();
		Threads.sleepUntil(command.start());
		long asked;
		while ((asked = System.nanoTime()) < command.end() && !Thread.currentThread().isInterrupted()) {
			turns.add(turn(contender, thread, asked));
		}
		return turns;
	}

	private static Turn turn(Contender contender, int thread, long asked) {
		Hold hold;
		try {
			hold = contender.acquire(KEY);
		}
		catch (Exception ex) {
			hold = null;
		}
		long acquired = System.nanoTime();
		if (hold == null) {
			return new Turn(thread, asked, acquired, Turn.NEVER);
		}
		long released = System.nanoTime();
		try {
			hold.release();
		}
		catch (Exception ex) {
			// Shows in what the others wait.
		}
		return new Turn(thread, asked, acquired, released);
	}

}
