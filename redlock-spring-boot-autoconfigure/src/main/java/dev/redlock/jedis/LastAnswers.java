package dev.redlock.jedis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import dev.redlock.node.NodeReply;

/**
 * Waits for the server to answer what was sent to it before its connection is closed.
 */
final class LastAnswers {

	private LastAnswers() {
	}

	/**
	 * Waits until nothing is under way any more.
	 * @param link the connection
	 * @param clock the clock
	 * @param timeout for how long the server is waited for
	 */
	static void await(Link link, LongSupplier clock, Duration timeout) {
		long start = clock.getAsLong();
		do {
			CompletableFuture<NodeReply> pong = new CompletableFuture<>();
			link.send(Call.ping(pong::complete, clock.getAsLong()));
			pong.completeOnTimeout(NodeReply.TIMED_OUT, timeout.toNanos(), TimeUnit.NANOSECONDS).join();
			// The answer before may have been that something is to be sent again.
		}
		while (!link.isIdle() && clock.getAsLong() - start < timeout.toNanos());
	}

}
