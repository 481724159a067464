package dev.redlock.drill.client;

import java.io.PrintStream;

import tools.jackson.databind.json.JsonMapper;

import dev.redlock.drill.history.Possession;

/**
 * Tells the drill what happens in this client. Safe for use by several threads.
 */
final class Output {

	private final PrintStream stream;

	private final JsonMapper mapper = JsonMapper.shared();

	Output(PrintStream stream) {
		this.stream = stream;
	}

	void idle() {
		send(new Message(Message.Kind.IDLE, ""));
	}

	void possession(Possession possession) {
		send(new Message(Message.Kind.POSSESSION, this.mapper.writeValueAsString(possession)));
	}

	void complaint(String what) {
		send(new Message(Message.Kind.COMPLAINT, what));
	}

	private void send(Message message) {
		this.stream.println(message.line());
		this.stream.flush();
	}

}
