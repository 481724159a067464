package dev.redlock.jedis;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.exceptions.JedisDataException;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeReply;
import dev.redlock.test.LocalRedis;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class RedactionTests {

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	@ParameterizedTest
	@ValueSource(ints = { 1, 40 })
	void aServerThatSendsThePasswordBackDoesNotHaveItShown(int times) throws IOException {
		String password = "s3cret".repeat(times);
		// Jedis 8 says HELLO instead.
		try (LocalRedis server = LocalRedis
			.startWith(List.of("--rename-command", "AUTH", "", "--rename-command", "HELLO", ""))) {
			JedisNode node = this.nodes
				.start(JedisNodeSettings.of(NodeUri.parse("redis://app:" + password + "@127.0.0.1:" + server.port())));
			Awaitility.await()
				.atMost(Duration.ofSeconds(20))
				.untilAsserted(() -> assertThat(node.status().detail()).contains("unknown command"));
			assertThat(node.status().detail()).doesNotContain("s3cret").contains("***");
			CompletableFuture<NodeReply> reply = node.send(new Acquire(List.of("k"), "token", 1000, false))
				.toCompletableFuture();
			assertThat(texts(reply.join().cause())).isNotEmpty().noneMatch((text) -> text.contains("s3cret"));
		}
	}

	@Test
	void aServerThatSendsAPartOfATokenBackDoesNotHaveItShown() {
		String token = "0123456789abcdef0123456789abcdef01234567";
		JedisDataException error = new JedisDataException("ERR unknown command 'EVALSHA', with args beginning with: "
				+ "'f00' '1' 'a long key' '" + token.substring(0, 37) + "' ");
		assertThat(CommandCodec.failed(new Acquire(List.of("a long key"), token, 1000, false), error).cause())
			.hasMessage("ERR unknown command 'EVALSHA', with args beginning with: ***")
			.hasNoCause();
	}

	@Test
	void aFailureThatShowsNoPasswordStaysAsItIs() {
		IllegalStateException failure = new IllegalStateException("broken", new IOException("by a cause"));
		assertThat(new Redaction("s3cret").redact(failure)).isSameAs(failure);
		assertThat(new Redaction("").redact(failure)).isSameAs(failure);
		assertThat(new Redaction(null).redact(failure)).isSameAs(failure);
	}

	@Test
	void aPasswordIsFoundInWhateverComesWithAFailure() {
		Redaction redaction = new Redaction("s3cret");
		IllegalStateException failure = new IllegalStateException("broken");
		failure.addSuppressed(new IOException(new IllegalStateException("no: s3cret")));
		assertThat(redaction.redact(failure)).hasMessage("broken").hasNoCause().hasNoSuppressedExceptions();
		assertThat(redaction.redact(new IOException("s3cret and s3cret"))).hasMessage("*** and ***");
		assertThat(redaction).asString().doesNotContain("s3cret");
	}

	private static List<String> texts(@Nullable Throwable failure) {
		List<String> texts = new ArrayList<>();
		for (Throwable next = failure; next != null; next = next.getCause()) {
			texts.add(String.valueOf(next.getMessage()));
		}
		return texts;
	}

}
