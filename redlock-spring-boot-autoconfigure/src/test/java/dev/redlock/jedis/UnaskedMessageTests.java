package dev.redlock.jedis;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Inspect;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a server, or something in between, says though nobody asked: never a grant.
 */
@Timeout(60)
class UnaskedMessageTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	private Relay relay;

	private JedisNode node;

	@BeforeEach
	void start() throws IOException {
		this.relay = Relay.to(servers.get(0));
		this.node = this.nodes.start(JedisNodeSettings.of(NodeUri.parse("redis://127.0.0.1:" + this.relay.port()))
			.withRestartGuard(null)
			.withNodeTimeout(Duration.ofSeconds(10)));
		awaitUp();
		assertThat(acquire("owner", false).kind()).isEqualTo(Kind.DONE);
		// Or one of them would get what is meant for an acquire.
		this.nodes.timer().holdHeartbeats();
	}

	@AfterEach
	void stop() throws IOException {
		this.relay.close();
	}

	@Test
	void aPushMessageIsNoAnswer() {
		this.relay.interject(">2\r\n$4\r\nnote\r\n$1\r\nx\r\n");
		assertThat(acquire("other", false).kind()).isEqualTo(Kind.FOREIGN);
		this.relay.interject(">2\r\n$4\r\nnote\r\n$1\r\nx\r\n");
		assertThat(reply(this.node.send(new Inspect(List.of("k")))).value()).isEqualTo("owner");
		assertThat(this.relay.connections()).isOne();
	}

	@Test
	void anAnswerThatIsNeitherYesNorNoGrantsNothingAndEndsTheConnection() {
		for (boolean tellRemaining : new boolean[] { false, true }) {
			awaitUp();
			// Behind the release that is owed since the last end, whose answer it would
			// be otherwise.
			assertThat(reply(this.node.send(new Inspect(List.of("k")))).value()).isEqualTo("owner");
			int connections = this.relay.connections();
			this.relay.interject("*1\r\n$1\r\nx\r\n");
			assertThat(acquire("other", tellRemaining).kind()).isEqualTo(Kind.UNREACHABLE);
			Awaitility.await().until(() -> this.relay.connections() > connections);
		}
		awaitUp();
		assertThat(acquire("other", false).kind()).isEqualTo(Kind.FOREIGN);
	}

	@ParameterizedTest
	@ValueSource(strings = { ":1\r\n", ":2\r\n", "+PONG\r\n", "*0\r\n" })
	void theAnswerToAnotherCommandGrantsNothingAndEndsTheConnection(String answer) {
		int connections = this.relay.connections();
		this.relay.interject(answer);
		assertThat(acquire("other", false).kind()).isEqualTo(Kind.UNREACHABLE);
		Awaitility.await().until(() -> this.relay.connections() > connections);
	}

	@ParameterizedTest
	@ValueSource(strings = { "+OK\r\n", "+PONG\r\n", "$-1\r\n", ":2\r\n", "*0\r\n" })
	void theAnswerToAnotherCommandSaysNothingOfALeaseAndEndsTheConnection(String answer) {
		int connections = this.relay.connections();
		this.relay.interject(answer);
		NodeReply reply = reply(this.node.send(new Extend(List.of("k"), "owner", 60_000)));
		assertThat(reply.kind()).isEqualTo(Kind.UNREACHABLE);
		Awaitility.await().until(() -> this.relay.connections() > connections);
	}

	private void awaitUp() {
		Awaitility.await().until(() -> this.node.status().state() == State.UP);
	}

	private NodeReply acquire(String token, boolean tellRemaining) {
		return reply(this.node.send(new Acquire(List.of("k"), token, 60_000, tellRemaining)));
	}

	private static NodeReply reply(CompletionStage<NodeReply> stage) {
		return stage.toCompletableFuture().join();
	}

}
