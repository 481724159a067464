package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Release;

/**
 * The releases that a {@link ScriptedNode} owes its server (S4).
 */
final class Debts {

	private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

	private final VirtualTime time;

	private final List<Debt> debts = new CopyOnWriteArrayList<>();

	Debts(VirtualTime time) {
		this.time = time;
	}

	/**
	 * Owes a release that could not be sent.
	 */
	void add(Release release) {
		if (release.owedMillis() > 0) {
			this.debts.add(new Debt(release, this.time.elapsed().plusMillis(release.owedMillis())));
		}
	}

	/**
	 * Owes the release of an acquire that may be on the server.
	 */
	void addUnanswered(NodeCommand written) {
		this.debts.add(new Debt(new Release(written.keys(), written.token(), 1, false), FOREVER));
	}

	void pay(Consumer<Release> server) {
		List<Debt> due = new ArrayList<>(this.debts);
		this.debts.clear();
		due.removeIf((debt) -> debt.until().compareTo(this.time.elapsed()) <= 0);
		due.forEach((debt) -> server.accept(debt.release()));
	}

	private record Debt(Release release, Duration until) {
	}

}
