package dev.redlock.jedis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.AwakeSender;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Callers that stay awake, and have connections write what was queued in the place of the
 * thread of a read loop.
 */
class ReadLoopHelpTests extends AbstractReadLoopsTests {

	private final Pauses pauses = new Pauses();

	@Test
	void thePauseIsLeftToACallerThatStaysAwake() {
		Wire wire = start();
		AwakeSender caller = stayAwake(wire);
		awaitPauseOnThisThread(() -> {
			ping(wire);
			caller.help();
		});
		goToSleep(caller);
	}

	@Test
	void theLoopDoesNotTellOfThePauseAsWell() {
		Wire wire = start();
		AwakeSender caller = stayAwake(wire);
		Awaitility.await().atMost(Duration.ofSeconds(20)).pollInSameThread().until(() -> {
			this.pauses.threads.clear();
			for (int i = 0; i < 100; i++) {
				ping(wire);
				caller.help();
			}
			// Some, since it does not wait long for a caller.
			return this.pauses.threads.stream().filter((thread) -> thread != Thread.currentThread()).count() < 50;
		});
		goToSleep(caller);
	}

	@Test
	void whoeverGoesToSleepLastTellsOfThePause() {
		Wire wire = start();
		awaitPauseOnThisThread(() -> {
			AwakeSender caller = stayAwake(wire);
			ping(wire);
			goToSleep(caller);
		});
	}

	@Test
	void whileNobodyIsAwakeTheLoopTellsOfThePause() {
		Wire wire = start();
		AwakeSender caller = stayAwake(wire);
		goToSleep(caller);
		for (int i = 0; i < 100; i++) {
			ping(wire);
			caller.help();
		}
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> !this.pauses.threads.isEmpty());
		assertThat(this.pauses.threads).doesNotContain(Thread.currentThread());
	}

	@Test
	void aCallerThatIsAwakeAndDoesNotHelpKeepsNobodyFromThePause() {
		Wire wire = start();
		AwakeSender caller = stayAwake(wire);
		for (int i = 1; i <= 3; i++) {
			int before = this.pauses.threads.size();
			ping(wire);
			Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> this.pauses.threads.size() > before);
		}
		assertThat(this.pauses.threads).doesNotContain(Thread.currentThread());
	}

	@Test
	void aReceiverThatFailsWhileACallerHelpsEndsItsOwnConnectionOnly() {
		Wire wire = start();
		AwakeSender caller = stayAwake(wire);
		this.pauses.failOn = Thread.currentThread();
		Awaitility.await().atMost(Duration.ofSeconds(20)).pollInSameThread().until(() -> {
			ping(wire);
			caller.help();
			return this.pauses.end != null;
		});
		assertThat(this.pauses.end).hasMessage("broken");
		assertThat(this.pauses.endedBy).as("whoever may still be handing out its replies")
			.isNotEqualTo(Thread.currentThread());
		ping(wire);
		assertThat(this.receiver.ends()).isEmpty();
		goToSleep(caller);
	}

	@Test
	void whatClosedLoopsHaveLeftIsNoError() {
		wire(servers.get(1)).start(this.pauses);
		Wire wire = wire(servers.get(0));
		RecordingReceiver closing = new RecordingReceiver((reply) -> this.loops.close());
		wire.start(closing);
		AwakeSender caller = stayAwake(wire);
		send(wire, Command.PING);
		awaitEnd(closing);
		caller.help();
		goToSleep(caller);
	}

	@Test
	void nothingStaysUnwrittenHoweverCallersComeAndGo() throws Exception {
		List<Link> links = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			RecordingOwner owner = new RecordingOwner(() -> 0);
			links.add(new Link(wire(servers.get(i % 2)), new EncodedCommands(), () -> 0, 1_000_000, 0, owner));
		}
		links.forEach(Link::start);
		AtomicInteger unanswered = new AtomicInteger();
		List<Thread> callers = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			callers.add(new Thread(() -> {
				for (int round = 0; round < 500; round++) {
					if (!askAll(links, round % 6)) {
						unanswered.incrementAndGet();
					}
				}
			}));
		}
		callers.forEach(Thread::start);
		for (Thread caller : callers) {
			caller.join();
		}
		assertThat(unanswered).hasValue(0);
	}

	private static boolean askAll(List<Link> links, int yields) {
		CountDownLatch answered = new CountDownLatch(links.size());
		List<Call> calls = links.stream().map((link) -> Call.ping((reply) -> {
			links.get(0).wire().senderWoken();
			answered.countDown();
		}, 0)).toList();
		for (int i = 0; i < calls.size(); i++) {
			links.get(i).send(calls.get(i));
		}
		AwakeSender caller = links.get(0).wire().stayAwake();
		for (int i = 0; i < yields && answered.getCount() > 0; i++) {
			Thread.yield();
			caller.help();
		}
		caller.goToSleep();
		try {
			return answered.await(20, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			return false;
		}
	}

	/**
	 * Starts two connections of a loop, one of which is told of pauses only.
	 * @return the other one
	 */
	private Wire start() {
		wire(servers.get(1)).start(this.pauses);
		Wire wire = wire(servers.get(0));
		wire.start(this.receiver);
		return wire;
	}

	/**
	 * Has enough callers stay awake.
	 */
	private static AwakeSender stayAwake(Wire wire) {
		for (int awake = 1; awake < WriterDuty.ENOUGH; awake++) {
			wire.stayAwake();
		}
		return wire.stayAwake();
	}

	private static void goToSleep(AwakeSender caller) {
		for (int awake = WriterDuty.ENOUGH; awake > 0; awake--) {
			caller.goToSleep();
		}
	}

	private void ping(Wire wire) {
		int before = this.receiver.replies().size();
		send(wire, Command.PING);
		while (this.receiver.replies().size() == before) {
			Thread.onSpinWait();
		}
	}

	private void awaitPauseOnThisThread(Runnable action) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.pollInterval(Duration.ofMillis(1))
			.pollInSameThread()
			.until(() -> {
				action.run();
				return this.pauses.threads.contains(Thread.currentThread());
			});
	}

	/**
	 * Remembers who told of each pause.
	 */
	private static final class Pauses implements ReplyReceiver {

		private final List<Thread> threads = new CopyOnWriteArrayList<>();

		private volatile @Nullable Thread failOn;

		private volatile @Nullable Throwable end;

		private volatile @Nullable Thread endedBy;

		@Override
		public void onReply(@Nullable Object reply) {
		}

		@Override
		public void onPause() {
			this.threads.add(Thread.currentThread());
			if (Thread.currentThread() == this.failOn) {
				throw new IllegalStateException("broken");
			}
		}

		@Override
		public void onEnd(@Nullable Throwable cause) {
			this.endedBy = Thread.currentThread();
			this.end = cause;
		}

	}

}
