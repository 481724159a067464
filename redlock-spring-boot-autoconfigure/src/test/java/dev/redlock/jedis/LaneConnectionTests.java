package dev.redlock.jedis;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LaneConnectionTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	@Test
	void anErrorOfACommandIsNotWhyAConnectionEndedLater() throws IOException {
		JedisNodeSettings settings = JedisNodeSettings.of(NodeUri.parse(servers.get(0).uri()));
		LaneConnection connection = (LaneConnection) LongDeadline.factory(settings).makeObject().getObject();
		assertThatExceptionOfType(JedisDataException.class)
			.isThrownBy(() -> connection.executeCommand(new CommandArguments(Command.EVALSHA).add("none").add(0)))
			.withMessageStartingWith("NOSCRIPT");
		servers.get(0).run(Command.CLIENT, "KILL", "TYPE", "normal");
		assertThatExceptionOfType(JedisConnectionException.class).isThrownBy(connection::getOne)
			.withMessageNotContaining("NOSCRIPT");
		connection.forceDisconnect();
	}

}
