package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;

import static org.assertj.core.api.Assertions.assertThat;

class LinkTests {

	private static final long TIMEOUT = 1_000_000;

	private final FakeWire wire = new FakeWire();

	private final List<Call> orphans = new ArrayList<>();

	private int silences;

	private long now;

	private int looksAtTheClock;

	private Link link;

	@BeforeEach
	void start() {
		this.link = new Link(this.wire, new CommandCodec(Map.of()), this::clock, TIMEOUT, 0, new Owner());
		this.link.start();
	}

	@Test
	void aCommandGoesOutAtOnceWhileNoRepliesAreHandedOut() {
		this.link.send(Call.ping(0));
		assertThat(this.wire.batches).containsExactly(1);
	}

	@Test
	void commandsSentWhileRepliesAreHandedOutMakeOneBatchAtThePause() {
		this.wire.handingOut = true;
		this.link.send(Call.ping(0));
		this.link.send(Call.ping(0));
		this.link.send(Call.ping(0));
		assertThat(this.wire.batches).isEmpty();
		this.wire.handingOut = false;
		this.link.onPause();
		assertThat(this.wire.batches).containsExactly(3);
	}

	@Test
	void aLinkThatEndsWhileRepliesAreHandedOutLeavesNoCommandUnanswered() {
		Call waiting = Call.ping(0);
		Call late = Call.ping(0);
		this.wire.handingOut = true;
		this.link.send(waiting);
		this.link.end();
		this.link.send(late);
		assertThat(this.orphans).containsExactly(waiting, late);
		assertThat(this.wire.batches).isEmpty();
	}

	@Test
	void oneRoundTripIsMeasuredWhenAskedForAndNoOtherReplyCostsALookAtTheClock() {
		for (int i = 0; i < 4; i++) {
			this.link.send(Call.ping(0));
		}
		this.now = 300;
		this.link.onReply("PONG");
		assertThat(this.link.roundTripNanos()).isEqualTo(-1);
		assertThat(this.looksAtTheClock).isZero();
		this.link.measure();
		this.link.onReply("PONG");
		this.now = 900;
		this.link.onReply("PONG");
		assertThat(this.link.roundTripNanos()).isEqualTo(300);
		assertThat(this.looksAtTheClock).isEqualTo(1);
	}

	@Test
	void silenceIsToldOnceHoweverManyCommandsTimeOut() {
		this.link.send(Call.ping(0));
		this.link.send(Call.ping(0));
		this.link.expireOverdue();
		assertThat(this.silences).isZero();
		this.now = TIMEOUT;
		this.link.expireOverdue();
		this.link.expireOverdue();
		assertThat(this.silences).isEqualTo(1);
	}

	private long clock() {
		this.looksAtTheClock++;
		return this.now;
	}

	private final class Owner implements LinkOwner {

		@Override
		public void onEnd(Link link, @Nullable Throwable cause) {
		}

		@Override
		public void onSilence() {
			LinkTests.this.silences++;
		}

		@Override
		public void onRecovered() {
		}

		@Override
		public void onOrphan(Call call, boolean written) {
			LinkTests.this.orphans.add(call);
		}

	}

	private static final class FakeWire implements Wire {

		private final List<Integer> batches = new ArrayList<>();

		private int written;

		private boolean handingOut;

		@Override
		public void start(ReplyReceiver receiver) {
		}

		@Override
		public boolean isHandingOut() {
			return this.handingOut;
		}

		@Override
		public void write(CommandArguments command) {
			this.written++;
		}

		@Override
		public void flush() {
			this.batches.add(this.written);
			this.written = 0;
		}

		@Override
		public void close(@Nullable Throwable cause) {
		}

	}

}
