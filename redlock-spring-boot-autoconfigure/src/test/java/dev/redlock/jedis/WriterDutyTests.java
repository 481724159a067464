package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.node.AwakeSender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(60)
class WriterDutyTests {

	private static final int TURNS = 100_000;

	private final AtomicInteger added = new AtomicInteger();

	private final AtomicInteger written = new AtomicInteger();

	private final WriterDuty duty = new WriterDuty(this::write);

	@Test
	void whoeverReadsWritesWhileNobodyIsAwake() {
		assertThat(this.duty.leave()).isFalse();
		this.duty.stayAwake().goToSleep();
		assertThat(this.duty.leave()).isFalse();
		assertThat(this.duty.take()).as("nothing was left").isFalse();
	}

	@Test
	void aFewWhoAreAwakeAreLeftNothing() {
		for (int awake = 0; awake < WriterDuty.ENOUGH; awake++) {
			assertThat(this.duty.leave()).isFalse();
			this.duty.stayAwake();
		}
		assertThat(this.duty.leave()).isTrue();
	}

	@Test
	void whatIsLeftToThoseWhoAreAwakeIsDoneOnce() {
		AwakeSender caller = stayAwake();
		addAndLeave();
		assertThat(this.duty.isLeft()).isTrue();
		caller.help();
		assertThat(this.written).hasValue(1);
		this.added.incrementAndGet();
		caller.help();
		assertThat(this.written).as("what was not left").hasValue(1);
		assertThat(this.duty.take()).isFalse();
	}

	@Test
	void whoeverGoesToSleepLastDoesWhatIsLeft() {
		AwakeSender caller = stayAwake();
		addAndLeave();
		for (int awake = WriterDuty.ENOUGH; awake > 0; awake--) {
			assertThat(this.written).as("somebody else is awake").hasValue(0);
			caller.goToSleep();
		}
		assertThat(this.written).hasValue(1);
		assertThat(this.duty.isLeft()).isFalse();
	}

	@Test
	void thoseWhoDoNotComeToRunAreNotWaitedForLong() {
		stayAwake();
		assertThat(IntStream.range(0, WriterDuty.LEAVES)).allMatch((i) -> this.duty.leave());
		assertThat(this.duty.leave()).isFalse();
		assertThat(this.duty.isLeft()).isFalse();
		assertThat(this.duty.leave()).as("from now on again").isTrue();
	}

	@Test
	void onlyInTheEndItIsTakenBackFromThoseWhoDoNotComeToRun() {
		stayAwake();
		assertThat(IntStream.range(0, WriterDuty.LEAVES)).allMatch((i) -> this.duty.leaveForNow());
		assertThat(this.duty.leaveForNow()).isFalse();
		assertThat(this.duty.isLeft()).isTrue();
		assertThat(this.duty.leave()).isFalse();
		assertThat(this.duty.isLeft()).isFalse();
	}

	@Test
	void whatACallerCouldNotWriteIsLeftToTheOthers() {
		WriterDuty broken = new WriterDuty(() -> {
			throw new StackOverflowError();
		});
		for (int awake = 0; awake < WriterDuty.ENOUGH; awake++) {
			broken.stayAwake();
		}
		broken.leave();
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(broken::help);
		assertThat(broken.isLeft()).isTrue();
	}

	@Test
	void whoeverHelpsIsLeftItWithoutEnd() {
		AwakeSender caller = stayAwake();
		for (int i = 1; i <= 10 * WriterDuty.LEAVES; i++) {
			addAndLeave();
			caller.help();
			assertThat(this.written).hasValue(i);
		}
	}

	@Test
	void whoeverGoesToSleepWhileItIsLeftToThemDoesIt() throws Exception {
		AtomicInteger turn = new AtomicInteger();
		AtomicInteger slept = new AtomicInteger();
		Thread caller = new Thread(() -> {
			for (int i = 1; i <= TURNS; i++) {
				awaitTurn(turn, i);
				for (int awake = WriterDuty.ENOUGH; awake > 0; awake--) {
					this.duty.goToSleep();
				}
				slept.set(i);
			}
		});
		caller.start();
		int unwritten = 0;
		for (int i = 1; i <= TURNS; i++) {
			stayAwake();
			turn.set(i);
			addAndLeave();
			awaitTurn(slept, i);
			unwritten += (this.written.get() < i) ? 1 : 0;
		}
		caller.join();
		assertThat(unwritten).isZero();
	}

	private static void awaitTurn(AtomicInteger turn, int number) {
		while (turn.get() < number) {
			Thread.onSpinWait();
		}
	}

	@RepeatedTest(20)
	void nothingStaysUnwrittenOnceNobodyIsAwakeHoweverCallersComeAndGo() throws Exception {
		List<Thread> callers = new ArrayList<>();
		for (int i = 0; i < 2 * WriterDuty.ENOUGH; i++) {
			callers.add(new Thread(this::comeAndGo));
		}
		callers.forEach(Thread::start);
		while (callers.stream().anyMatch(Thread::isAlive)) {
			addAndLeave();
		}
		assertThat(this.written).hasValue(this.added.get());
		assertThat(this.duty.isLeft()).isFalse();
	}

	private void comeAndGo() {
		for (int i = 0; i < 2000; i++) {
			AwakeSender caller = this.duty.stayAwake();
			if (i % 3 == 0) {
				Thread.yield();
			}
			if (i % 2 == 0) {
				caller.help();
			}
			caller.goToSleep();
		}
	}

	/**
	 * Has enough callers stay awake.
	 */
	private AwakeSender stayAwake() {
		for (int awake = 1; awake < WriterDuty.ENOUGH; awake++) {
			this.duty.stayAwake();
		}
		return this.duty.stayAwake();
	}

	/**
	 * Adds something to be written, as whoever reads does.
	 */
	private void addAndLeave() {
		this.added.incrementAndGet();
		if (!this.duty.leave()) {
			write();
		}
	}

	private void write() {
		this.written.accumulateAndGet(this.added.get(), Math::max);
	}

}
