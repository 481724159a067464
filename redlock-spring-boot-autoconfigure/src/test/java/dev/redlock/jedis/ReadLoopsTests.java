package dev.redlock.jedis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(60)
class ReadLoopsTests {

	/** More than the sockets of both sides take, whatever the system is set to. */
	private static final int FLOOD = 1000;

	private static final String BIG = "x".repeat(32 * 1024);

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(2);

	private final ReadLoops loops = new ReadLoops();

	private final List<Connection> connections = new ArrayList<>();

	private final RecordingReceiver receiver = new RecordingReceiver();

	@AfterEach
	void close() {
		this.loops.close();
		this.connections.forEach(Connection::close);
	}

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
		RecordingReceiver messages = new RecordingReceiver(raw::add);
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
	void aConnectionWithABacklogCanBeClosed() {
		Wire stuck = wire(servers.get(0));
		stuck.start(this.receiver);
		servers.get(0).pause();
		for (int i = 0; i < FLOOD; i++) {
			send(stuck, Command.ECHO, i + BIG);
		}
		stuck.close(new IllegalStateException("enough"));
		awaitEnd(this.receiver);
		assertThat(this.receiver.ends()).containsExactly("java.lang.IllegalStateException: enough");
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> send(stuck, Command.PING));
	}

	@Test
	void aReceiverThatFailsEndsItsOwnConnectionOnly() {
		Wire good = wire(servers.get(0));
		good.start(this.receiver);
		for (Throwable failure : List.of(new IllegalStateException("broken"), new StackOverflowError("deep"))) {
			RecordingReceiver broken = new RecordingReceiver((reply) -> sneak(failure));
			Wire wire = wire(servers.get(0));
			wire.start(broken);
			send(wire, Command.PING);
			awaitEnd(broken);
			assertThat(broken.ends()).containsExactly(failure.toString());
		}
		send(good, Command.ECHO, "still here");
		await(this.receiver, 1);
		assertThat(this.receiver.ends()).isEmpty();
	}

	@Test
	void aReceiverThatCannotEndDoesNotEndTheLoop() {
		CountDownLatch ended = new CountDownLatch(1);
		Wire wire = wire(servers.get(0));
		wire.start(new ReplyReceiver() {

			@Override
			public void onReply(Object reply) {
			}

			@Override
			public void onEnd(Throwable cause) {
				ended.countDown();
				throw new IllegalStateException("It ends badly");
			}

		});
		wire.close(null);
		Awaitility.await().until(() -> ended.getCount() == 0);
		repliesComeInTheOrderOfTheCommands();
	}

	@Test
	void everyConnectionIsToldOfThePauseAfterTheRepliesOfAnother() {
		Wire quiet = wire(servers.get(1));
		Wire unknown = wire(servers.get(1));
		AtomicInteger pauses = new AtomicInteger();
		List<Boolean> handingOut = new CopyOnWriteArrayList<>();
		quiet.start(new PauseReceiver(() -> {
			handingOut.add(quiet.isHandingOut());
			pauses.incrementAndGet();
		}));
		Wire busy = wire(servers.get(0));
		busy.start(new RecordingReceiver((reply) -> {
			handingOut.add(quiet.isHandingOut());
			// Nobody would tell it to write.
			handingOut.add(unknown.isHandingOut());
		}));
		send(busy, Command.PING);
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> pauses.get() > 0);
		assertThat(handingOut).containsExactly(true, false, false);
	}

	@Test
	void repliesThatCameMeanwhileAreHandedOutBeforeThePause() {
		List<String> events = new CopyOnWriteArrayList<>();
		wire(servers.get(1)).start(new PauseReceiver(() -> events.add("pause")));
		Wire second = wire(servers.get(1));
		second.start(new RecordingReceiver((reply) -> events.add("second")));
		Wire first = wire(servers.get(0));
		first.start(new RecordingReceiver((reply) -> {
			sendAndAwaitAnswer(second, servers.get(1));
			events.add("first");
		}));
		send(first, Command.PING);
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> events.contains("pause"));
		assertThat(events).startsWith("first", "second", "pause");
	}

	@Test
	void aServerThatKeepsAnsweringDoesNotKeepOthersFromThePause() {
		List<String> events = new CopyOnWriteArrayList<>();
		wire(servers.get(1)).start(new PauseReceiver(() -> events.add("pause")));
		Wire busy = wire(servers.get(0));
		busy.start(new RecordingReceiver((reply) -> {
			if (!events.contains("pause")) {
				sendAndAwaitAnswer(busy, servers.get(0));
			}
			events.add("reply");
		}));
		send(busy, Command.PING);
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> events.contains("pause"));
		assertThat(events).startsWith("reply").hasSizeLessThan(100);
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

	@Test
	void aConnectionThatTheServerEndsIsToldOnce() {
		Wire wire = wire(servers.get(0));
		wire.start(this.receiver);
		servers.get(0).run(Command.CLIENT, "KILL", "TYPE", "normal");
		awaitEnd(this.receiver);
		wire.close(null);
		wire.close(null);
		this.loops.close();
		repliesNever(wire);
		assertThat(this.receiver.ends()).hasSize(1);
	}

	@Test
	void aWireThatIsClosedBeforeItStartsEndsAllTheSame() {
		Wire wire = wire(servers.get(0));
		wire.close(new IllegalStateException("early"));
		wire.start(this.receiver);
		awaitEnd(this.receiver);
		assertThat(this.receiver.ends()).containsExactly("java.lang.IllegalStateException: early");
	}

	@Test
	void closedLoopsEndWhatIsOpenAndTakeNothingNew() {
		Wire open = wire(servers.get(0));
		Wire late = wire(servers.get(0));
		open.start(this.receiver);
		send(open, Command.PING);
		await(this.receiver, 1);
		this.loops.close();
		awaitEnd(this.receiver);
		RecordingReceiver lateReceiver = new RecordingReceiver();
		late.start(lateReceiver);
		awaitEnd(lateReceiver);
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> wire(servers.get(0)));
	}

	private static void repliesNever(Wire wire) {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> send(wire, Command.PING));
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> void sneak(Throwable failure) throws T {
		throw (T) failure;
	}

	private Wire wire(TestNode server) {
		JedisNodeSettings settings = JedisNodeSettings.of(NodeUri.parse(server.uri()));
		LaneConnection connection = (LaneConnection) new LaneConnectionFactory(settings).makeObject().getObject();
		this.connections.add(connection);
		return this.loops.wire(connection);
	}

	private static void send(Wire wire, Command command, String... arguments) {
		CommandArguments all = new CommandArguments(command);
		for (String argument : arguments) {
			all.add(argument);
		}
		wire.write(all);
		wire.flush();
	}

	/**
	 * The server answers one client after the other, so that the first answer is there
	 * when the second one is.
	 */
	private static void sendAndAwaitAnswer(Wire wire, TestNode server) {
		send(wire, Command.PING);
		server.run(Command.PING);
	}

	private static void await(RecordingReceiver receiver, int replies) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> receiver.replies().size() >= replies);
	}

	private static void awaitEnd(RecordingReceiver receiver) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> !receiver.ends().isEmpty());
	}

	/**
	 * Gets no replies, but is told of each pause.
	 */
	private record PauseReceiver(Runnable action) implements ReplyReceiver {

		@Override
		public void onReply(@Nullable Object reply) {
		}

		@Override
		public void onPause() {
			this.action.run();
		}

		@Override
		public void onEnd(@Nullable Throwable cause) {
		}

	}

}
