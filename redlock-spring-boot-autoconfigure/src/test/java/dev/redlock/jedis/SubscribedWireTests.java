package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisBusyException;
import redis.clients.jedis.exceptions.JedisDataException;

import static org.assertj.core.api.Assertions.assertThat;

class SubscribedWireTests {

	private static final int LOOKS = 12;

	private static final JedisDataException NOT_PERMITTED = new JedisDataException(
			"NOPERM User redlock has no permissions to run the 'subscribe' command");

	private final List<JedisDataException> refusals = new ArrayList<>();

	@Test
	void anErrorWhileACommandIsWrittenEndsTheConnectionAndNothingElse() {
		CountingWire wire = new CountingWire();
		wire.fail(new LinkageError("scripted"));
		subscribed(wire).subscribe(List.of("order:42"));
		assertThat(wire.closes()).isEqualTo(1);
	}

	@Test
	void aConnectionOnWhichABusyServerRefusedSomethingIsNotWhatItSeems() {
		SubscribedWire subscribed = subscribed(new CountingWire());
		subscribed.onReply("PONG");
		assertThat(subscribed.hasServed()).isFalse();
		subscribed.onReply(new JedisBusyException("BUSY Redis is busy running a script."));
		assertThat(subscribed.hasServed()).isTrue();
		assertThat(this.refusals).isEmpty();
	}

	@Test
	void aServerThatDoesNotAnswerAPingWhileItCanNotWriteToDiskTellsOfReleasesAllTheSame() {
		SubscribedWire subscribed = subscribed(new CountingWire());
		for (int i = 0; i <= LOOKS; i++) {
			subscribed.onReply(new JedisDataException("MISCONF Redis is configured to save RDB snapshots, but it's"));
			assertThat(subscribed.hasServed()).isFalse();
		}
		assertThat(this.refusals).isEmpty();
	}

	@Test
	void whatAnOperatorHasToMendIsToldAndTriedAgainLater() {
		SubscribedWire subscribed = subscribed(new CountingWire());
		subscribed.onReply(NOT_PERMITTED);
		for (int i = 0; i < LOOKS; i++) {
			subscribed.onReply(NOT_PERMITTED);
			assertThat(subscribed.hasServed()).isFalse();
		}
		assertThat(subscribed.hasServed()).isTrue();
		assertThat(this.refusals).hasSize(LOOKS + 1).containsOnly(NOT_PERMITTED);
	}

	private SubscribedWire subscribed(CountingWire wire) {
		return new SubscribedWire(wire, (message) -> {
		}, this.refusals::add, (ended, cause) -> {
		});
	}

}
