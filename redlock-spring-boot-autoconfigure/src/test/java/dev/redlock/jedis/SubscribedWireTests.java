package dev.redlock.jedis;

import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisBusyException;
import redis.clients.jedis.exceptions.JedisDataException;

import static org.assertj.core.api.Assertions.assertThat;

class SubscribedWireTests {

	@Test
	void anErrorWhileACommandIsWrittenEndsTheConnectionAndNothingElse() {
		CountingWire wire = new CountingWire();
		wire.fail(new LinkageError("scripted"));
		new SubscribedWire(wire, (message) -> {
		}, (ended, cause) -> {
		}).subscribe("order:42");
		assertThat(wire.closes()).isEqualTo(1);
	}

	@Test
	void aConnectionOnWhichABusyServerRefusedSomethingIsNotWhatItSeems() {
		SubscribedWire subscribed = new SubscribedWire(new CountingWire(), (message) -> {
		}, (ended, cause) -> {
		});
		subscribed
			.onReply(new JedisDataException("NOPERM User redlock has no permissions to run the 'subscribe' command"));
		subscribed.onReply(new JedisDataException("MISCONF Errors writing to the AOF file"));
		assertThat(subscribed.isRefused()).isFalse();
		subscribed.onReply(new JedisBusyException("BUSY Redis is busy running a script."));
		assertThat(subscribed.isRefused()).isTrue();
	}

}
