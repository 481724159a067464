package dev.redlock.aop;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import dev.redlock.LockInterruptedException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Methods that return when their work is done, on five real servers.
 */
class GuardedCallsTests extends AbstractGuardedWorkTests {

	@Test
	void theKeyIsHeldUntilTheCallReturns() {
		assertThat(work().call(() -> {
			awaitKeys();
			return "done";
		})).isEqualTo("done");
		assertKeysGone();
	}

	@Test
	void anInterruptWhileWaitingLeavesNothingAndTheFlagIsSet() throws Exception {
		hold();
		Interrupted interrupted = interruptWhileWaiting(() -> work().call(body("done")));
		assertThat(interrupted.failure()).isInstanceOf(LockInterruptedException.class);
		assertThat(interrupted.flag()).isTrue();
		letGo();
		assertKeysGone();
		assertThat(isFree()).isTrue();
	}

	@Test
	void aMethodThatDeclaresInterruptedExceptionGetsThatAndTheFlagIsCleared() throws Exception {
		hold();
		Interrupted interrupted = interruptWhileWaiting(() -> work().interruptibleCall(body("done")));
		assertThat(interrupted.failure()).isInstanceOf(InterruptedException.class);
		assertThat(interrupted.flag()).isFalse();
		letGo();
		assertKeysGone();
		assertThat(isFree()).isTrue();
	}

	@Test
	void anArgumentThatTheBodyChangesDoesNotChangeWhichKeyIsReleased() {
		StringBuilder id = new StringBuilder("42");
		work().keyedCall(id, () -> {
			awaitKeys();
			id.append("-changed");
		});
		assertThat(id).hasToString("42-changed");
		assertKeysGone();
	}

	private static Interrupted interruptWhileWaiting(Callable<String> call) throws Exception {
		FutureTask<Interrupted> task = new FutureTask<>(() -> {
			try {
				throw new AssertionError("The call returned " + call.call());
			}
			catch (Exception ex) {
				return new Interrupted(ex, Thread.currentThread().isInterrupted());
			}
		});
		Thread thread = new Thread(task, "waiter");
		thread.start();
		soon("the call to wait").until(() -> thread.getState() == Thread.State.TIMED_WAITING);
		thread.interrupt();
		return task.get(20, TimeUnit.SECONDS);
	}

	/**
	 * How an interrupted call ended.
	 *
	 * @param failure what it threw
	 * @param flag whether the thread still had its interrupt flag
	 */
	private record Interrupted(Throwable failure, boolean flag) {
	}

}
