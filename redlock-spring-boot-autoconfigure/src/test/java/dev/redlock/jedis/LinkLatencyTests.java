package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReplyReceiver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long calls took, as their receivers are told.
 */
class LinkLatencyTests {

	private static final long TIMEOUT = 1_000_000;

	private final Link link = new Link(new CountingWire(), new EncodedCommands(), () -> this.now, TIMEOUT, 0,
			new RecordingOwner(() -> this.now));

	private final List<Long> latencies = new ArrayList<>();

	private final NodeReplyReceiver slow = new Slow();

	private long now;

	@Test
	void callsTakeUntilTheirRepliesArriveWhateverReceiversOfOthersDoMeanwhile() {
		this.link.send(Call.ping(this.slow, 0));
		this.link.send(Call.ping(this.slow, 200));
		this.now = 700;
		this.link.onArrival();
		this.link.onReply("PONG");
		this.link.onReply("PONG");
		assertThat(this.latencies).containsExactly(700L, 500L);
	}

	@Test
	void aCallThatTimesOutTakesUntilThat() {
		this.link.send(Call.ping(this.slow, 0));
		this.now = TIMEOUT + 300;
		this.link.expireOverdue(false);
		assertThat(this.latencies).containsExactly(TIMEOUT + 300);
	}

	private final class Slow implements NodeReplyReceiver {

		@Override
		public void accept(NodeReply reply) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void accept(NodeReply reply, long latencyNanos) {
			LinkLatencyTests.this.latencies.add(latencyNanos);
			LinkLatencyTests.this.now += 5000;
		}

	}

}
