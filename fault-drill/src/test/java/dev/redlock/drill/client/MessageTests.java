package dev.redlock.drill.client;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import dev.redlock.drill.history.Possession;

import static org.assertj.core.api.Assertions.assertThat;

class MessageTests {

	private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

	private final Output output = new Output(new PrintStream(this.bytes, true, StandardCharsets.UTF_8));

	@Test
	void whatWasHeldArrivesAsItWas() {
		Possession fenced = new Possession("a b", "holder", 1, 2, 3, 4L, 5);
		Possession unfenced = new Possession("ü", "holder", 1, 2, 3, null, 3);
		this.output.possession(fenced);
		this.output.possession(unfenced);
		assertThat(received()).extracting(Message::kind).containsOnly(Message.Kind.POSSESSION);
		assertThat(received()).extracting(Message::text)
			.extracting((text) -> JsonMapper.shared().readValue(text, Possession.class))
			.containsExactly(fenced, unfenced);
	}

	@Test
	void aComplaintOfSeveralLinesIsOneMessage() {
		this.output.complaint("first\n\tsecond");
		assertThat(received()).containsExactly(new Message(Message.Kind.COMPLAINT, "first \tsecond"));
	}

	@Test
	void theEndOfAllThreadsHasNoText() {
		this.output.idle();
		assertThat(received()).containsExactly(new Message(Message.Kind.IDLE, ""));
	}

	@Test
	void linesOfTheLogAreNoMessages() {
		assertThat(Message.parse("12:00 WARN something")).isEmpty();
	}

	private List<Message> received() {
		return this.bytes.toString(StandardCharsets.UTF_8)
			.lines()
			.map(Message::parse)
			.map((message) -> message.orElseThrow())
			.toList();
	}

}
