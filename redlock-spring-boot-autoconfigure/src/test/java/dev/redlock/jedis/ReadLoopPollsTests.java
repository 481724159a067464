package dev.redlock.jedis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Callers that receive replies themselves, in the place of the thread of a read loop.
 */
class ReadLoopPollsTests extends AbstractReadLoopsTests {

	private static final int MANY = 2000;

	@Test
	void aCallerThatPollsReceivesOnItsOwnThread() {
		List<Thread> threads = new CopyOnWriteArrayList<>();
		Wire wire = wire(servers.get(0));
		wire.start(new RecordingReceiver((reply) -> threads.add(Thread.currentThread())));
		Awaitility.await().atMost(Duration.ofSeconds(20)).pollInSameThread().until(() -> {
			int before = threads.size();
			send(wire, Command.PING);
			while (threads.size() == before) {
				wire.poll();
			}
			return threads.contains(Thread.currentThread());
		});
	}

	@Test
	void whatCallersLeaveBehindIsReceivedAllTheSame() {
		Wire left = wire(servers.get(1));
		left.start(this.receiver);
		Wire polled = wire(servers.get(0));
		RecordingReceiver mine = new RecordingReceiver();
		polled.start(mine);
		AtomicBoolean stop = new AtomicBoolean();
		Thread caller = new Thread(() -> {
			while (!stop.get()) {
				polled.poll();
				Thread.yield();
			}
		});
		caller.start();
		try {
			for (int i = 1; i <= 20; i++) {
				send(left, Command.ECHO, "left " + i);
				await(this.receiver, i);
			}
		}
		finally {
			stop.set(true);
		}
		send(polled, Command.ECHO, "mine");
		await(mine, 1);
	}

	@Test
	void noTwoThreadsReceiveAtOnceAndNothingIsLostOrOutOfOrder() throws Exception {
		AtomicInteger receiving = new AtomicInteger();
		AtomicBoolean together = new AtomicBoolean();
		List<RecordingReceiver> receivers = new ArrayList<>();
		List<Wire> wires = new ArrayList<>();
		List<Thread> callers = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			RecordingReceiver receiver = new RecordingReceiver((reply) -> {
				together.compareAndSet(false, receiving.incrementAndGet() > 1);
				Thread.onSpinWait();
				receiving.decrementAndGet();
			});
			Wire wire = wire(servers.get(i % 2));
			wire.start(receiver);
			receivers.add(receiver);
			wires.add(wire);
			callers.add(new Thread(() -> {
				for (int message = 0; message < MANY; message++) {
					send(wire, Command.ECHO, String.valueOf(message));
					// Some are waited for by polling, others are left to the loop.
					while (message % 7 != 0 && receiver.replies().size() <= message) {
						wires.forEach(Wire::poll);
					}
					if (message % 11 == 0) {
						wire.handOver();
					}
				}
			}));
		}
		callers.forEach(Thread::start);
		for (Thread caller : callers) {
			caller.join();
		}
		List<Object> expected = IntStream.range(0, MANY).<Object>mapToObj(String::valueOf).toList();
		for (RecordingReceiver receiver : receivers) {
			await(receiver, MANY);
			assertThat(receiver.replies()).isEqualTo(expected);
			assertThat(receiver.ends()).isEmpty();
		}
		assertThat(together).isFalse();
	}

	@Test
	void anInterruptedCallerThatPollsDoesNotEndTheConnection() {
		Wire wire = wire(servers.get(0));
		wire.start(this.receiver);
		Thread.currentThread().interrupt();
		try {
			for (int i = 1; i <= 100; i++) {
				send(wire, Command.ECHO, String.valueOf(i));
				while (this.receiver.replies().size() < i) {
					wire.poll();
				}
			}
		}
		finally {
			assertThat(Thread.interrupted()).isTrue();
		}
		assertThat(this.receiver.ends()).isEmpty();
	}

	@Test
	void aReceiverThatFailsWhileACallerPollsEndsItsOwnConnectionOnly() {
		Wire good = wire(servers.get(0));
		good.start(this.receiver);
		awaitPollable(good);
		RecordingReceiver broken = new RecordingReceiver((reply) -> {
			throw new IllegalStateException("broken");
		});
		Wire wire = wire(servers.get(0));
		wire.start(broken);
		send(wire, Command.PING);
		while (broken.ends().isEmpty()) {
			wire.poll();
		}
		assertThat(broken.ends()).containsExactly("java.lang.IllegalStateException: broken");
		send(good, Command.ECHO, "still here");
		await(this.receiver, 1);
		assertThat(this.receiver.ends()).isEmpty();
	}

	@Test
	void whileMessagesAreExpectedThatAnswerNothingTheyAreLeftToTheLoop() {
		Wire wire = wire(servers.get(0));
		wire.start(this.receiver);
		awaitPollable(wire);
		ListeningReceiver listening = new ListeningReceiver();
		Wire subscription = wire(servers.get(1));
		subscription.start(listening);
		awaitNotPollable(wire);
		subscription.close(null);
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> listening.ended);
		awaitPollable(wire);
	}

	@Test
	void aLoopSleepsThoughAServerThatCallersPollDoesNotAnswer() {
		AtomicInteger looks = new AtomicInteger();
		Wire silent = wire(servers.get(0));
		silent.start(new SilentReceiver(looks));
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
			silent.poll();
			send(silent, Command.PING);
			return looks.get() > 0;
		});
		Awaitility.await()
			.during(Duration.ofMillis(300))
			.atMost(Duration.ofSeconds(20))
			.until(looks::get, (present) -> present < 1000);
	}

	@Test
	void closedLoopsCannotBePolled() {
		Wire wire = wire(servers.get(0));
		wire.start(this.receiver);
		awaitPollable(wire);
		this.loops.close();
		awaitEnd(this.receiver);
		assertThat(wire.poll()).isFalse();
	}

	private static void awaitPollable(Wire wire) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(wire::poll);
	}

	private static void awaitNotPollable(Wire wire) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> IntStream.range(0, 100).noneMatch((i) -> wire.poll()));
	}

	private record SilentReceiver(AtomicInteger looks) implements ReplyReceiver {

		@Override
		public void onReply(@Nullable Object reply) {
		}

		@Override
		public long silentNanos() {
			this.looks.incrementAndGet();
			return Long.MAX_VALUE;
		}

		@Override
		public void onEnd(@Nullable Throwable cause) {
		}

	}

	private static final class ListeningReceiver implements ReplyReceiver {

		private volatile boolean ended;

		@Override
		public void onReply(@Nullable Object reply) {
		}

		@Override
		public boolean isListening() {
			return true;
		}

		@Override
		public void onEnd(@Nullable Throwable cause) {
			this.ended = true;
		}

	}

}
