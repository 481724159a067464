package dev.redlock.jedis;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
				.isThrownBy(() -> handshake.open(new Telling(""), null, name))
				.withMessageContaining("it does not tell its run_id");
		}
	}

	@ParameterizedTest
	@CsvSource({ "cluster, it is a member of a cluster", "sentinel, it is a Sentinel" })
	void whatHasNoKeysOfItsOwnIsRefused(String mode, String problem) {
		Handshake handshake = new Handshake(new NodeIdentity("one"), new ServerRegistry(),
				new FormerServers(System::nanoTime, Duration.ZERO));
		assertThatExceptionOfType(NodeUnreachableException.class)
			.isThrownBy(() -> handshake.open(new Telling("run_id:1\r\nredis_mode:" + mode + "\r\n"), null, mode))
			.withMessageContaining(problem)
			.withMessageContaining("masters");
	}

	/**
	 * A connection to a server that tells little of itself.
	 */
	private static final class Telling extends Connection {

		private final String info;

		Telling(String info) {
			this.info = info;
		}

		@Override
		public void sendCommand(CommandArguments arguments) {
		}

		@Override
		public String getBulkReply() {
			return "redis_version:7.4.0\r\nuptime_in_seconds:1000\r\n" + this.info;
		}

	}

}
