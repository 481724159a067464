package dev.redlock.drill.client;

import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.google.common.util.concurrent.Uninterruptibles;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;

/**
 * A way to take a lock.
 */
enum Manner {

	/**
	 * Wait for it.
	 */
	BLOCKING {

		@Override
		Lease acquire(Redlock redlock, LockRequest request, Moments moments) throws Exception {
			return redlock.acquire(request);
		}

	},

	/**
	 * Get a future.
	 */
	ASYNCHRONOUS {

		@Override
		Lease acquire(Redlock redlock, LockRequest request, Moments moments) throws Exception {
			return get(redlock.acquireAsync(request));
		}

	},

	/**
	 * Get a future, and cancel it, which may be too late.
	 */
	CANCELLED {

		@Override
		Lease acquire(Redlock redlock, LockRequest request, Moments moments) throws Exception {
			CompletableFuture<Lease> future = redlock.acquireAsync(request);
			LockSupport.parkNanos(moments.within(request).toNanos());
			future.cancel(true);
			return get(future);
		}

	},

	/**
	 * Wait for it, and be interrupted, which may be too late.
	 */
	INTERRUPTED {

		@Override
		Lease acquire(Redlock redlock, LockRequest request, Moments moments) throws Exception {
			Future<?> interruption = moments.timer()
				.schedule(Thread.currentThread()::interrupt, moments.within(request).toNanos(), TimeUnit.NANOSECONDS);
			try {
				return redlock.acquire(request);
			}
			finally {
				if (!interruption.cancel(false)) {
					Uninterruptibles.getUninterruptibly(interruption);
				}
				Thread.interrupted();
			}
		}

	};

	private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

	/**
	 * Chooses one.
	 * @param random decides
	 * @return the manner, mostly the one that most people use
	 */
	static Manner random(Random random) {
		return switch (random.nextInt(10)) {
			case 0 -> CANCELLED;
			case 1 -> INTERRUPTED;
			case 2, 3 -> ASYNCHRONOUS;
			default -> BLOCKING;
		};
	}

	private static Lease get(CompletableFuture<Lease> future) throws Exception {
		try {
			return future.get(LONGEST_ANSWER.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof Exception cause) ? cause : ex;
		}
	}

	/**
	 * Takes the lock.
	 * @param redlock the locks
	 * @param request what is asked for
	 * @param moments when something happens meanwhile
	 * @return the lease
	 * @throws Exception if there is none
	 */
	abstract Lease acquire(Redlock redlock, LockRequest request, Moments moments) throws Exception;

	/**
	 * When something happens while a lock is waited for.
	 *
	 * @param random decides
	 * @param timer runs it
	 */
	record Moments(Random random, ScheduledExecutorService timer) {

		private static final Duration ACQUIRE = Duration.ofMillis(4);

		Duration within(LockRequest request) {
			long longest = Objects.requireNonNull(request.waitTime()).plus(ACQUIRE).toNanos();
			return Duration.ofNanos((long) (longest * this.random.nextDouble()));
		}

	}

}
