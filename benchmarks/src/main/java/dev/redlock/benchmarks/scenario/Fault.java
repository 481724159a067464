package dev.redlock.benchmarks.scenario;

import java.util.function.BiConsumer;

import dev.redlock.test.CutOffNode;
import dev.redlock.test.LocalRedis;

/**
 * What happens to one of the nodes.
 */
enum Fault {

	/**
	 * The process stops; its kernel still takes connections and data.
	 */
	PAUSED((server, wire) -> server.pause(), (server, wire) -> server.resume()),

	/**
	 * The process ends.
	 */
	KILLED((server, wire) -> server.kill(), (server, wire) -> server.restart()),

	/**
	 * The wire swallows everything.
	 */
	BLACK_HOLED((server, wire) -> wire.cutOff(), (server, wire) -> wire.heal());

	private final BiConsumer<LocalRedis, CutOffNode> begin;

	private final BiConsumer<LocalRedis, CutOffNode> end;

	Fault(BiConsumer<LocalRedis, CutOffNode> begin, BiConsumer<LocalRedis, CutOffNode> end) {
		this.begin = begin;
		this.end = end;
	}

	void begin(LocalRedis server, CutOffNode wire) {
		this.begin.accept(server, wire);
	}

	void end(LocalRedis server, CutOffNode wire) {
		this.end.accept(server, wire);
	}

}
