package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.redlock.LockInspection;
import dev.redlock.LockInspection.NodeView;
import dev.redlock.LockInspection.State;
import dev.redlock.node.NodeCommand.Inspect;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;

/**
 * Asks all nodes how a resource is locked. Changes nothing.
 */
final class Inspection implements RoundListener {

	private final Engine engine;

	private final String resource;

	private final CompletableFuture<LockInspection> result = new CompletableFuture<>();

	Inspection(Engine engine, String resource) {
		this.engine = engine;
		this.resource = resource;
	}

	CompletableFuture<LockInspection> start() {
		Inspect command = new Inspect(List.of(this.engine.settings().keyPrefix() + this.resource));
		new Round(this.engine.nodes(), this.engine.clock(), this).sendAndLeave((index) -> command);
		return this.result;
	}

	@Override
	public void onVerdict(Round round, boolean reached) {
		// Every node is of interest.
	}

	@Override
	public void onComplete(Round round) {
		try {
			this.result.complete(describe(round));
		}
		catch (RuntimeException | Error ex) {
			// Somebody waits for it.
			this.result.completeExceptionally(ex);
		}
	}

	private LockInspection describe(Round round) {
		String owner = mostFrequentValue(round);
		List<NodeView> views = new ArrayList<>();
		List<Long> remaining = new ArrayList<>();
		for (int i = 0; i < round.size(); i++) {
			NodeReply reply = round.reply(i);
			State state = state(reply, owner);
			Duration ttl = (reply != null && reply.kind() == Kind.DONE) ? duration(reply.number()) : null;
			views.add(new NodeView(this.engine.nodes().get(i).name(), state, ttl));
			if (state == State.HELD && reply != null) {
				remaining.add((reply.number() >= 0) ? reply.number() : Long.MAX_VALUE);
			}
		}
		int quorum = round.quorum().size();
		boolean held = remaining.size() >= quorum;
		remaining.sort(Comparator.reverseOrder());
		long least = held ? remaining.get(quorum - 1) : -1;
		return new LockInspection(this.resource, held, duration(least), views);
	}

	private static @Nullable Duration duration(long millis) {
		return (millis >= 0 && millis != Long.MAX_VALUE) ? Duration.ofMillis(millis) : null;
	}

	private static State state(@Nullable NodeReply reply, @Nullable String owner) {
		if (reply == null || !reply.isAnswer()) {
			return State.UNKNOWN;
		}
		if (reply.kind() == Kind.ABSENT) {
			return State.FREE;
		}
		return (reply.value() != null && reply.value().equals(owner)) ? State.HELD : State.HELD_BY_OTHER;
	}

	private static @Nullable String mostFrequentValue(Round round) {
		Map<String, Integer> counts = new HashMap<>();
		for (int i = 0; i < round.size(); i++) {
			NodeReply reply = round.reply(i);
			if (reply != null && reply.value() != null) {
				counts.merge(reply.value(), 1, Integer::sum);
			}
		}
		return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse(null);
	}

}
