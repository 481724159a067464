package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pauses of a read loop, in which connections write what was queued.
 */
class ReadLoopPausesTests extends AbstractReadLoopsTests {

	@Test
	void everyConnectionIsToldOfThePauseAfterTheRepliesOfAnother() {
		Wire quiet = wire(servers.get(1));
		Wire unknown = wire(servers.get(1));
		AtomicInteger pauses = new AtomicInteger();
		List<Boolean> handingOut = new CopyOnWriteArrayList<>();
		quiet.start(new PauseReceiver(() -> {
			handingOut.add(quiet.isPauseDue());
			pauses.incrementAndGet();
		}));
		Wire busy = wire(servers.get(0));
		busy.start(new RecordingReceiver((reply) -> {
			handingOut.add(quiet.isPauseDue());
			// Nobody would tell it to write.
			handingOut.add(unknown.isPauseDue());
		}));
		send(busy, Command.PING);
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> pauses.get() > 0);
		assertThat(handingOut).containsExactly(true, false, false);
	}

	@Test
	void repliesThatCameMeanwhileAreHandedOutBeforeThePauseIfSomebodyWasSetGoing() {
		assertThat(eventsAfterAReplyThat(Wire::senderWoken)).startsWith("first", "second", "pause");
	}

	@Test
	void repliesThatSetNobodyGoingPutThePauseOffForNothing() {
		assertThat(eventsAfterAReplyThat((wire) -> {
		})).startsWith("first", "pause", "second");
	}

	/**
	 * Has a second reply come while the first one is handed out.
	 */
	private List<String> eventsAfterAReplyThat(Consumer<Wire> effect) {
		List<String> events = new CopyOnWriteArrayList<>();
		wire(servers.get(1)).start(new PauseReceiver(() -> events.add("pause")));
		Wire second = wire(servers.get(1));
		second.start(new RecordingReceiver((reply) -> events.add("second")));
		Wire first = wire(servers.get(0));
		first.start(new RecordingReceiver((reply) -> {
			sendAndAwaitAnswer(second, servers.get(1));
			effect.accept(first);
			events.add("first");
		}));
		send(first, Command.PING);
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> events.containsAll(List.of("second", "pause")));
		return events;
	}

	@Test
	void aServerThatKeepsAnsweringDoesNotKeepOthersFromThePause() {
		List<String> events = new CopyOnWriteArrayList<>();
		wire(servers.get(1)).start(new PauseReceiver(() -> events.add("pause")));
		Wire busy = wire(servers.get(0));
		busy.start(new RecordingReceiver((reply) -> {
			busy.senderWoken();
			if (!events.contains("pause")) {
				sendAndAwaitAnswer(busy, servers.get(0));
			}
			events.add("reply");
		}));
		send(busy, Command.PING);
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> events.contains("pause"));
		assertThat(events).startsWith("reply").hasSizeLessThan(100);
	}

	/**
	 * The server answers one client after the other, so that the first answer is there
	 * when the second one is.
	 */
	private static void sendAndAwaitAnswer(Wire wire, TestNode server) {
		send(wire, Command.PING);
		server.run(Command.PING);
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
