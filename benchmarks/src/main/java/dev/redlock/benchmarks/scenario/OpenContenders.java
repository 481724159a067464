package dev.redlock.benchmarks.scenario;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.benchmarks.contender.Kind;

/**
 * Contenders that are connected to the same nodes.
 */
final class OpenContenders implements AutoCloseable {

	private final Map<Kind, Contender> contenders = new EnumMap<>(Kind.class);

	private OpenContenders() {
	}

	static OpenContenders open(Collection<Kind> kinds, List<String> uris, int threads) {
		OpenContenders contenders = new OpenContenders();
		kinds.forEach((kind) -> contenders.contenders.put(kind, kind.open(uris, threads)));
		return contenders;
	}

	Load load(Kind kind) {
		return new Load(contender(kind), kind.name());
	}

	Contender contender(Kind kind) {
		Contender contender = this.contenders.get(kind);
		if (contender == null) {
			throw new IllegalArgumentException(kind + " is not open");
		}
		return contender;
	}

	@Override
	public void close() {
		this.contenders.values().forEach(Contender::close);
	}

}
