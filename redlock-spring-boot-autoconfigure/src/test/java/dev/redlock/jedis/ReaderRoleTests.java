package dev.redlock.jedis;

import java.lang.Thread.State;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(60)
class ReaderRoleTests {

	private static final Runnable NOTHING = () -> {
	};

	private final ReaderRole role = new ReaderRole();

	private volatile boolean polling = true;

	@AfterEach
	void stopPolling() {
		this.polling = false;
	}

	@Test
	void whoeverHasTheRoleKeepsOthersFromIt() {
		assertThat(this.role.poll(() -> assertThat(this.role.poll(NOTHING)).as("not even the same thread").isFalse()))
			.isTrue();
		this.role.resume();
		this.role.resume();
		assertThat(this.role.poll(NOTHING)).isFalse();
		this.role.giveBack();
		assertThat(this.role.poll(NOTHING)).isTrue();
	}

	@Test
	void theLoopWaitsForWhoeverReads() throws Exception {
		CountDownLatch reading = new CountDownLatch(1);
		CountDownLatch read = new CountDownLatch(1);
		Thread caller = new Thread(() -> this.role.poll(() -> {
			reading.countDown();
			await(read);
		}));
		caller.start();
		reading.await();
		Thread loop = new Thread(this.role::resume);
		loop.start();
		Awaitility.await().until(loop::getState, (state) -> state == State.TIMED_WAITING);
		assertThat(this.role.isResumed()).isFalse();
		read.countDown();
		loop.join();
		assertThat(this.role.isResumed()).isTrue();
	}

	@Test
	void whoeverFailsToReadGivesTheRoleBack() {
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> this.role.poll(() -> {
			throw new StackOverflowError();
		}));
		assertThat(this.role.poll(NOTHING)).isTrue();
	}

	@Test
	void theLoopDoesNotStandAsideUnlessSomebodyPolls() {
		assertThat(this.role.standAside(() -> false)).isFalse();
		poll();
		assertThat(this.role.standAside(() -> false)).isTrue();
		assertThat(this.role.standAside(() -> false)).as("nobody polled meanwhile").isFalse();
	}

	@Test
	void theLoopDoesNotStandAsideForSomebodyWhoCalledItBack() {
		poll();
		this.role.callBack();
		assertThat(this.role.standAside(() -> false)).isFalse();
	}

	@Test
	void theLoopLooksAfterAllConnectionsNowAndThenHoweverMuchIsPolled() {
		pollWithoutEnd();
		assertThat(this.role.standAside(() -> false)).isTrue();
	}

	@Test
	void theLoopDoesNotWaitWhileAnAnswerWasLeftBehindForTooLong() {
		poll();
		assertThat(this.role.standAside(() -> true)).isFalse();
		assertThat(this.role.isPolled()).as("still to stand aside").isTrue();
	}

	@Test
	void theLoopComesBackForSomebodyThoughOthersGoOnPolling() {
		pollWithoutEnd();
		AtomicInteger times = new AtomicInteger();
		this.role.standAside(() -> {
			times.incrementAndGet();
			this.role.callBack();
			return false;
		});
		assertThat(times).hasValue(1);
	}

	@Test
	void theLoopComesBackForSomebodyThoughNobodyHasPolledSinceItStoodAside() throws Exception {
		for (int i = 0; i < 50; i++) {
			poll();
			AtomicInteger times = new AtomicInteger();
			Thread loop = new Thread(() -> this.role.standAside(() -> times.incrementAndGet() == 0));
			loop.start();
			while (loop.getState() != State.TIMED_WAITING && loop.isAlive()) {
				Thread.onSpinWait();
			}
			this.role.callBack();
			poll();
			loop.join();
			assertThat(times).hasValue(1);
			this.role.standAside(() -> true);
		}
	}

	private void poll() {
		assertThat(this.role.poll(NOTHING)).isTrue();
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void pollWithoutEnd() {
		Thread thread = new Thread(() -> {
			while (this.polling) {
				poll();
			}
		});
		thread.setDaemon(true);
		thread.start();
		Awaitility.await().until(this.role::isPolled);
	}

}
