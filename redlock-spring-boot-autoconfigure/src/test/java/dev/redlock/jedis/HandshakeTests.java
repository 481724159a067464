package dev.redlock.jedis;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class HandshakeTests {

	@Test
	void aServerThatCannotBeToldFromOthersIsRefused() {
		FormerServers former = new FormerServers(System::nanoTime, Duration.ZERO);
		ServerRegistry registry = new ServerRegistry();
		for (String name : new String[] { "one", "two" }) {
			Handshake handshake = new Handshake(new NodeIdentity(name), registry, former);
			assertThatExceptionOfType(NodeUnreachableException.class)
				.isThrownBy(() -> handshake.open(new Nameless(), null, name))
				.withMessageContaining("it does not tell its run_id");
		}
	}

	/**
	 * A connection to a server that tells next to nothing.
	 */
	private static final class Nameless extends Connection {

		@Override
		public void sendCommand(CommandArguments arguments) {
		}

		@Override
		public String getBulkReply() {
			return "redis_version:7.4.0\r\nuptime_in_seconds:1000\r\n";
		}

	}

}
