package dev.redlock.jedis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReleaseMessageTests {

	@Test
	void aReleaseHasItsName() {
		assertThat(ReleaseMessage.of(reply("message", "order:42:released", "1a2b3c4d")))
			.isEqualTo(new ReleaseMessage("order:42", "1a2b3c4d"));
	}

	@Test
	void aConfirmationHasNone() {
		assertThat(ReleaseMessage.of(reply("subscribe", "order:42:released", 1L)))
			.isEqualTo(new ReleaseMessage("order:42", null));
	}

	@Test
	void whatSomebodyPublishesWithoutATextIsNoConfirmation() {
		assertThat(ReleaseMessage.of(reply("message", "order:42:released", "")))
			.isEqualTo(new ReleaseMessage("order:42", ""));
	}

	@Test
	void whatElseAServerSendsIsNoMessage() {
		Stream
			.of(reply("unsubscribe", "order:42:released", 0L), reply("message", "order:42:released", 1L),
					reply("message", "order:42", "1a2b3c4d"), reply("pong", ""), bytes("PONG"), 1L)
			.forEach((reply) -> assertThat(ReleaseMessage.of(reply)).isNull());
		assertThat(ReleaseMessage.of(null)).isNull();
	}

	private static List<Object> reply(Object... parts) {
		return Stream.of(parts).map((part) -> (part instanceof String text) ? bytes(text) : part).toList();
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
