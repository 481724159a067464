package dev.redlock;

import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Whom an interrupt of some work reaches, and how often. Each test has a thread of its
 * own, so that one that fails leaves neither work nor an interrupt to the next.
 */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class InterruptibleWorkTests {

	@Test
	void anInterruptByAnotherThreadWakesTheWork() {
		InterruptibleWork work = InterruptibleWork.begin();
		Thread other = new Thread(work::interrupt);
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> {
			other.start();
			new CountDownLatch(1).await();
		});
		work.end();
		assertThat(isInterrupted()).isFalse();
	}

	@Test
	void anInterruptComesOnce() {
		InterruptibleWork work = InterruptibleWork.begin();
		work.interrupt();
		assertThat(Thread.interrupted()).isTrue();
		work.interrupt();
		assertThat(isInterrupted()).isFalse();
		work.end();
	}

	@Test
	void anInterruptAfterTheEndReachesNobody() {
		InterruptibleWork work = InterruptibleWork.begin();
		work.end();
		work.interrupt();
		assertThat(isInterrupted()).isFalse();
	}

	@Test
	void anInterruptThatTheWorkDidNotNoticeEndsWithIt() {
		InterruptibleWork work = InterruptibleWork.begin();
		work.interrupt();
		work.end();
		assertThat(isInterrupted()).isFalse();
	}

	@Test
	void theEndWaitsForAnInterruptThatIsUnderWay() throws InterruptedException {
		SlowlyInterrupted worker = new SlowlyInterrupted();
		worker.start();
		worker.begun.await();
		worker.work.interrupt();
		worker.told.countDown();
		worker.join();
		assertThat(worker.interruptedAfterTheEnd).isFalse();
	}

	@Test
	void theInterruptOfSomebodyElseIsKept() {
		InterruptibleWork work = InterruptibleWork.begin();
		Thread.currentThread().interrupt();
		work.end();
		assertThat(isInterrupted()).isTrue();
	}

	@Test
	void theInterruptOfTheOuterWorkSurvivesTheEndOfAnInnerOneThatWasInterruptedToo() {
		InterruptibleWork work = InterruptibleWork.begin();
		InterruptibleWork inner = InterruptibleWork.begin();
		work.interrupt();
		inner.interrupt();
		inner.end();
		assertThat(isInterrupted()).isTrue();
		work.end();
		assertThat(isInterrupted()).isFalse();
	}

	@Test
	void theInterruptOfTheOuterWorkIsThereAgainIfAnInnerOneTookIt() {
		InterruptibleWork work = InterruptibleWork.begin();
		InterruptibleWork middle = InterruptibleWork.begin();
		InterruptibleWork inner = InterruptibleWork.begin();
		work.interrupt();
		assertThat(Thread.interrupted()).isTrue();
		inner.end();
		assertThat(isInterrupted()).isTrue();
		middle.end();
		assertThat(isInterrupted()).isTrue();
		work.end();
	}

	@Test
	void anInterruptThatTheOuterWorkTookBeforeDoesNotComeBack() {
		InterruptibleWork work = InterruptibleWork.begin();
		work.interrupt();
		assertThat(Thread.interrupted()).isTrue();
		InterruptibleWork inner = InterruptibleWork.begin();
		inner.interrupt();
		assertThat(Thread.interrupted()).isTrue();
		inner.end();
		assertThat(isInterrupted()).isFalse();
		work.end();
	}

	@Test
	void theInterruptOfAnInnerWorkIsNotThatOfTheOuterOne() {
		InterruptibleWork work = InterruptibleWork.begin();
		InterruptibleWork inner = InterruptibleWork.begin();
		inner.interrupt();
		inner.end();
		assertThat(isInterrupted()).isFalse();
		work.interrupt();
		assertThat(isInterrupted()).isTrue();
		work.end();
	}

	@Test
	void workThatIsOverIsNotAroundWhatFollows() {
		InterruptibleWork work = InterruptibleWork.begin();
		InterruptibleWork inner = InterruptibleWork.begin();
		inner.interrupt();
		inner.end();
		interruptNext();
		assertThat(isInterrupted()).isFalse();
		work.interrupt();
		work.end();
		interruptNext();
		assertThat(isInterrupted()).isFalse();
	}

	private static void interruptNext() {
		InterruptibleWork next = InterruptibleWork.begin();
		next.interrupt();
		next.end();
	}

	private static boolean isInterrupted() {
		return Thread.currentThread().isInterrupted();
	}

	/**
	 * Whoever interrupts this thread gets through when its work is about to end.
	 */
	private static final class SlowlyInterrupted extends Thread {

		private final CountDownLatch begun = new CountDownLatch(1);

		private final CountDownLatch interrupting = new CountDownLatch(1);

		private final CountDownLatch told = new CountDownLatch(1);

		private volatile InterruptibleWork work;

		private volatile boolean ended;

		private volatile boolean interruptedAfterTheEnd;

		@Override
		public void interrupt() {
			this.interrupting.countDown();
			while (!this.ended && !isEnding()) {
				Thread.onSpinWait();
			}
			super.interrupt();
		}

		private boolean isEnding() {
			for (StackTraceElement frame : getStackTrace()) {
				if (frame.getClassName().equals(InterruptibleWork.class.getName())) {
					return frame.getMethodName().equals("end");
				}
			}
			return false;
		}

		@Override
		public void run() {
			this.work = InterruptibleWork.begin();
			this.begun.countDown();
			awaitCalmly(this.interrupting);
			this.work.end();
			this.ended = true;
			awaitCalmly(this.told);
			this.interruptedAfterTheEnd = isInterrupted();
		}

		private static void awaitCalmly(CountDownLatch latch) {
			while (latch.getCount() > 0) {
				Thread.onSpinWait();
			}
		}

	}

}
