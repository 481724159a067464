package dev.redlock.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Calls by many clients at once.
 */
final class Rush {

	private Rush() {
	}

	/**
	 * Makes calls until all are answered. No client starts before the others are ready.
	 * @param clients how many calls are under way at any time
	 * @param calls how many calls in all
	 * @param call makes the call of that number
	 * @return the answers
	 */
	static List<Answer> of(int clients, int calls, IntFunction<Answer> call) throws InterruptedException {
		return of(clients, calls, calls, new CountDownLatch(0), call);
	}

	/**
	 * Makes calls until all are answered, but only some of them before something has
	 * happened: on a busy machine, all could be over before it.
	 * @param clients how many calls are under way at any time
	 * @param calls how many calls in all
	 * @param early how many calls may begin before the event
	 * @param event released when it has happened
	 * @param call makes the call of that number
	 * @return the answers
	 */
	static List<Answer> of(int clients, int calls, int early, CountDownLatch event, IntFunction<Answer> call)
			throws InterruptedException {
		ExecutorService pool = Executors.newFixedThreadPool(clients);
		try {
			CountDownLatch ready = new CountDownLatch(Math.min(clients, calls));
			List<Future<Answer>> futures = new ArrayList<>();
			for (int i = 0; i < calls; i++) {
				int number = i;
				futures.add(pool.submit(() -> {
					ready.countDown();
					ready.await();
					if (number >= early && !event.await(1, TimeUnit.MINUTES)) {
						throw new IllegalStateException("What the other calls wait for did not happen");
					}
					return call.apply(number);
				}));
			}
			List<Answer> answers = new ArrayList<>();
			for (Future<Answer> future : futures) {
				answers.add(future.get());
			}
			return answers;
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("A call failed", ex.getCause());
		}
		finally {
			pool.shutdownNow();
		}
	}

}
