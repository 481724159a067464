package dev.redlock.jedis;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import com.sun.management.UnixOperatingSystemMXBean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How connections of a read loop end, and that nothing else ends with them.
 */
class ReadLoopEndsTests extends AbstractReadLoopsTests {

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
		Wire next = wire(servers.get(0));
		next.start(this.receiver);
		send(next, Command.ECHO, "still here");
		await(this.receiver, 1);
		assertThat(this.receiver.replies()).containsExactly("still here");
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
	void aWireThatIsClosedBeforeItStartsEndsAllTheSameAndTellsWhyItWasClosedFirst() {
		Wire wire = wire(servers.get(0));
		wire.close(new IllegalStateException("early"));
		wire.close(new IllegalStateException("late"));
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

	@Test
	void aLoopThatGetsNoThreadLeavesNothingOpen() throws IOException {
		UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
		long before = system.getOpenFileDescriptorCount();
		for (int i = 0; i < 100; i++) {
			assertThatExceptionOfType(NullPointerException.class).as("a thread without a name")
				.isThrownBy(() -> ReadLoop.start(null));
		}
		assertThat(system.getOpenFileDescriptorCount()).isLessThan(before + 100);
	}

	private static void repliesNever(Wire wire) {
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> send(wire, Command.PING));
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> void sneak(Throwable failure) throws T {
		throw (T) failure;
	}

}
