package dev.redlock.jedis;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An encrypted connection to a server that reads, or does not.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class BlockingWireTests {

	/** More than the sockets take. */
	private static final int FLOOD = 1000;

	private static final String BIG = "x".repeat(32 * 1024);

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final LibraryThreads threads = new LibraryThreads();

	private final RecordingReceiver receiver = new RecordingReceiver();

	private TlsWire server;

	private Wire wire;

	@BeforeEach
	void connect() throws Exception {
		this.server = new TlsWire(servers.get(0));
		this.wire = new ReadLoops()
			.wire((LaneConnection) LongDeadline.factory(this.server.settings()).makeObject().getObject());
	}

	@AfterEach
	void endsBothThreads() throws IOException {
		this.wire.close(null);
		Awaitility.await().until(() -> this.threads.names().isEmpty());
		this.server.close();
	}

	@Test
	void repliesComeInTheOrderOfTheCommands() {
		this.wire.write(echo("before the start"));
		this.wire.flush();
		this.wire.start(this.receiver);
		List<String> texts = IntStream.range(0, FLOOD).mapToObj((i) -> i + BIG).toList();
		for (String text : texts) {
			this.wire.write(echo(text));
			if (text.length() % 2 == 0) {
				this.wire.flush();
			}
		}
		this.wire.flush();
		awaitReplies(FLOOD + 1);
		assertThat(this.receiver.replies().get(0)).isEqualTo("before the start");
		assertThat(this.receiver.replies().subList(1, FLOOD + 1)).isEqualTo(texts);
	}

	@Test
	void eachReplyIsAnnouncedBeforeItIsHandedOver() {
		this.wire.start(this.receiver);
		for (int i = 0; i < 3; i++) {
			this.wire.write(echo("text"));
		}
		this.wire.flush();
		awaitReplies(3);
		assertThat(this.receiver.arrivals()).containsExactly(0, 1, 2);
	}

	@Test
	void whatIsNotFlushedIsNotSent() {
		this.wire.start(this.receiver);
		this.wire.write(echo("one"));
		this.wire.flush();
		awaitReplies(1);
		this.wire.write(echo("two"));
		assertThat(servers.get(0).isAnswering()).isTrue();
		assertThat(this.receiver.replies()).containsExactly("one");
		this.wire.flush();
		awaitReplies(2);
	}

	@Test
	void aConnectionWhoseWriteIsStuckIsClosedAtOnceAndEndsOnce() {
		this.wire.start(this.receiver);
		flood();
		this.wire.close(new IllegalStateException("enough"));
		this.wire.close(new IllegalStateException("more than enough"));
		awaitEnd();
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> this.wire.write(echo("late")));
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(this.wire::flush);
		Awaitility.await().until(() -> this.threads.names().isEmpty());
		assertThat(this.receiver.ends()).containsExactly("java.lang.IllegalStateException: enough");
	}

	@Test
	void aConnectionThatBreaksUnderAWriteEndsOnce() throws IOException {
		this.wire.start(this.receiver);
		flood();
		this.server.breakConnections();
		awaitEnd();
		Awaitility.await().until(() -> this.threads.names().isEmpty());
		assertThat(this.receiver.ends()).hasSize(1).doesNotContain("null");
	}

	@Test
	void aWireThatIsClosedBeforeItStartsEndsAllTheSame() {
		this.wire.close(new IllegalStateException("early"));
		this.wire.start(this.receiver);
		awaitEnd();
		assertThat(this.receiver.ends()).containsExactly("java.lang.IllegalStateException: early");
	}

	private void flood() {
		servers.get(0).pause();
		for (int i = 0; i < FLOOD; i++) {
			this.wire.write(echo(i + BIG));
			this.wire.flush();
		}
	}

	private static EncodedCommand echo(String text) {
		return EncodedCommand.of(new CommandArguments(Command.ECHO).add(text));
	}

	private void awaitReplies(int count) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> this.receiver.replies().size() >= count);
	}

	private void awaitEnd() {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !this.receiver.ends().isEmpty());
	}

}
