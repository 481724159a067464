package dev.redlock.jedis;

import org.junit.jupiter.api.BeforeEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A link over a wire that only counts what is written, and a clock that is set by hand.
 */
abstract class AbstractLinkTests {

	static final long TIMEOUT = 1_000_000;

	final CountingWire wire = new CountingWire();

	final RecordingOwner owner = new RecordingOwner(() -> this.now);

	long now;

	int looksAtTheClock;

	Runnable atTheNextLook = () -> {
	};

	Link link;

	@BeforeEach
	void start() {
		this.link = new Link(this.wire, new EncodedCommands(), this::clock, TIMEOUT, 0, this.owner);
		this.link.start();
	}

	void beLate() {
		this.link.send(Call.ping(this.now));
		this.now += TIMEOUT;
		this.link.expireOverdue(false);
		assertThat(this.link.isLate()).isTrue();
	}

	void answer(long after) {
		this.now += after;
		this.link.onReply("PONG");
		this.link.onPause();
	}

	private long clock() {
		this.looksAtTheClock++;
		Runnable meanwhile = this.atTheNextLook;
		this.atTheNextLook = () -> {
		};
		meanwhile.run();
		return this.now;
	}

}
