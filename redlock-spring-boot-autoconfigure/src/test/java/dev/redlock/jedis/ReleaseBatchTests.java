package dev.redlock.jedis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;

class ReleaseBatchTests {

	private final RecordingOwner owner = new RecordingOwner(() -> 0);

	private final ReleaseBatch batch = new ReleaseBatch(Stream.of("gr\u00fcn", "\u7dd1").map((key) -> {
		Call call = Call.of(new Release(List.of(key), "token-of-" + key, 1, true), 0);
		call.encode(new EncodedCommands(),
				new Link(new CountingWire(), new EncodedCommands(), () -> 0, 1, 0, this.owner));
		return call;
	}).toList());

	@Test
	void theServerGetsAllKeysAndThenTheirTokensAsOne() {
		List<String> texts = texts();
		assertThat(texts).startsWith("EVALSHA").hasSize(6);
		assertThat(texts.subList(2, 6)).containsExactly("2", "gr\u00fcn", "\u7dd1",
				"token-of-gr\u00fcn token-of-\u7dd1");
	}

	@Test
	void whatIsSentWithTlsIsWhatIsSentWithout() {
		String bytes = new String(this.batch.encoded(new EncodedCommands()).bytes(), StandardCharsets.UTF_8);
		assertThat(bytes.lines().filter((line) -> !line.startsWith("$") && !line.startsWith("*")))
			.containsExactlyElementsOf(texts());
	}

	private List<String> texts() {
		return Texts.of(this.batch.encoded(new EncodedCommands()).arguments());
	}

}
