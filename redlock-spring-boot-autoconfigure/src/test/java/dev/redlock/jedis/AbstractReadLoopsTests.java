package dev.redlock.jedis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

/**
 * Read loops with connections to two servers.
 */
@Timeout(60)
abstract class AbstractReadLoopsTests {

	/** More than the sockets of both sides take, whatever the system is set to. */
	static final int FLOOD = 1000;

	static final String BIG = "x".repeat(32 * 1024);

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(2);

	final ReadLoops loops = new ReadLoops();

	private final List<Connection> connections = new ArrayList<>();

	final RecordingReceiver receiver = new RecordingReceiver();

	@AfterEach
	void close() {
		this.loops.close();
		this.connections.forEach(Connection::close);
	}

	Wire wire(TestNode server) {
		JedisNodeSettings settings = JedisNodeSettings.of(NodeUri.parse(server.uri()));
		LaneConnection connection = (LaneConnection) LongDeadline.factory(settings).makeObject().getObject();
		this.connections.add(connection);
		return this.loops.wire(connection);
	}

	static void send(Wire wire, Command command, String... arguments) {
		CommandArguments all = new CommandArguments(command);
		for (String argument : arguments) {
			all.add(argument);
		}
		wire.write(EncodedCommand.of(all));
		wire.flush();
	}

	static void await(RecordingReceiver receiver, int replies) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> receiver.replies().size() >= replies);
	}

	static void awaitEnd(RecordingReceiver receiver) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> !receiver.ends().isEmpty());
	}

}
