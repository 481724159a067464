package dev.redlock.quorum;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import dev.redlock.RedlockListener.Operation;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeReply.Kind;

/**
 * One try to extend a lease on every node (S7).
 */
final class Extension implements Round.Listener {

	private final Engine engine;

	private final long ttlNanos;

	private final CompletableFuture<Result> result = new CompletableFuture<>();

	Extension(Engine engine, long ttlNanos) {
		this.engine = engine;
		this.ttlNanos = ttlNanos;
	}

	CompletableFuture<Result> start(List<String> keys, String token) {
		Extend command = new Extend(keys, token, this.ttlNanos / 1_000_000);
		new Round(this.engine.nodes(), this.engine.clock(), this).send((index) -> command);
		return this.result;
	}

	@Override
	public void onVerdict(Round round, boolean reached) {
		this.engine.decided(Operation.EXTEND, round, reached, true);
		if (reached) {
			long drift = this.engine.settings().drift().nanos(this.ttlNanos);
			this.result.complete(new Result(true, false, round.startedAt() + this.ttlNanos - drift));
		}
	}

	@Override
	public void onComplete(Round round) {
		int notOurs = round.count(Kind.FOREIGN) + round.count(Kind.ABSENT);
		this.result.complete(new Result(false, notOurs >= round.quorum().size(), 0));
	}

	/**
	 * What came of the extension.
	 *
	 * @param confirmed whether a quorum prolonged the keys
	 * @param taken whether a quorum said that the keys are not ours
	 * @param validUntil the new end of the validity, if confirmed
	 */
	record Result(boolean confirmed, boolean taken, long validUntil) {
	}

}
