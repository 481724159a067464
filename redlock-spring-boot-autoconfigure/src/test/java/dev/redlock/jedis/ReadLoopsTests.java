package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

import static org.assertj.core.api.Assertions.assertThat;

class ReadLoopsTests extends AbstractReadLoopsTests {

	@Test
	void repliesComeInTheOrderOfTheCommands() {
		Wire wire = wire(servers.get(0));
		wire.start(this.receiver);
		send(wire, Command.SET, "k", "v");
		send(wire, Command.GET, "k");
		send(wire, Command.GET, "nothing");
		send(wire, Command.PTTL, "k");
		await(this.receiver, 4);
		assertThat(this.receiver.replies()).containsExactly("OK", "v", "null", "-1");
	}

	@Test
	void repliesThatArriveOneByOneAreAnnouncedOneByOneBeforeTheyAreHandedOver() {
		Wire wire = wire(servers.get(0));
		wire.start(this.receiver);
		for (int i = 1; i <= 3; i++) {
			send(wire, Command.PING);
			await(this.receiver, i);
		}
		assertThat(this.receiver.arrivals()).containsExactly(0, 1, 2);
	}

	@Test
	void whatIsWrittenBeforeTheStartIsAnsweredAfterIt() {
		Wire wire = wire(servers.get(0));
		send(wire, Command.ECHO, "early");
		wire.start(this.receiver);
		await(this.receiver, 1);
		assertThat(this.receiver.replies()).containsExactly("early");
	}

	@Test
	void anErrorIsAReplyLikeOthers() {
		List<Object> raw = new ArrayList<>();
		RecordingReceiver errors = new RecordingReceiver(raw::add);
		Wire wire = wire(servers.get(0));
		wire.start(errors);
		send(wire, Command.INCR, "a", "b");
		send(wire, Command.PING);
		await(errors, 2);
		assertThat(raw).element(0).isInstanceOf(JedisDataException.class);
		assertThat(raw).element(1).isEqualTo("PONG");
	}

	@Test
	void messagesOfASubscriptionArriveUnasked() {
		List<Object> raw = new ArrayList<>();
		RecordingReceiver messages = RecordingReceiver.listening(raw::add);
		Wire wire = wire(servers.get(0));
		wire.start(messages);
		send(wire, Command.SUBSCRIBE, "channel");
		await(messages, 1);
		servers.get(0).run(Command.PUBLISH, "channel", "payload");
		await(messages, 2);
		assertThat(raw).element(1).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(3);
	}

	@Test
	void aServerThatDoesNotReadBlocksNeitherWritersNorOtherConnectionsAndLosesNothing() {
		Wire stuck = wire(servers.get(0));
		Wire other = wire(servers.get(1));
		RecordingReceiver others = new RecordingReceiver();
		stuck.start(this.receiver);
		other.start(others);
		servers.get(0).pause();
		for (int i = 0; i < FLOOD; i++) {
			send(stuck, Command.ECHO, i + BIG);
		}
		send(other, Command.ECHO, "quick");
		await(others, 1);
		assertThat(this.receiver.replies()).isEmpty();
		servers.get(0).resume();
		await(this.receiver, FLOOD);
		assertThat(this.receiver.replies())
			.isEqualTo(IntStream.range(0, FLOOD).mapToObj((i) -> (Object) (i + BIG)).toList());
	}

	@Test
	void anInterruptedThreadCanWriteAndBreaksNothing() {
		Wire wire = wire(servers.get(0));
		wire.start(this.receiver);
		Thread.currentThread().interrupt();
		send(wire, Command.ECHO, "interrupted");
		assertThat(Thread.interrupted()).isTrue();
		await(this.receiver, 1);
		assertThat(this.receiver.replies()).containsExactly("interrupted");
	}

	@Test
	void anInterruptOfTheLoopBreaksNothing() {
		RecordingReceiver interrupting = new RecordingReceiver((reply) -> Thread.currentThread().interrupt());
		Wire wire = wire(servers.get(0));
		wire.start(interrupting);
		for (int i = 1; i <= 3; i++) {
			send(wire, Command.PING);
			await(interrupting, i);
		}
		assertThat(interrupting.ends()).isEmpty();
	}

}
