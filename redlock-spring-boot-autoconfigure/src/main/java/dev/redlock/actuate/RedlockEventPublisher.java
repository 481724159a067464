package dev.redlock.actuate;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;

import dev.redlock.RedlockListener;

/**
 * Publishes what happens to locks and nodes as application events: the records of
 * {@link RedlockListener}, but neither rounds nor begins of leases. One after the other
 * on a thread of its own, since the listeners of an application may block, and what
 * happens to locks happens on threads that all nodes need.
 */
public final class RedlockEventPublisher implements RedlockListener, SmartLifecycle, AutoCloseable {

	/**
	 * So many events may wait.
	 */
	static final int CAPACITY = 10_000;

	private static final long LAST_EVENTS_MILLIS = 1000;

	private static final long IDLE_SECONDS = 10;

	private static final Logger logger = LoggerFactory.getLogger(RedlockEventPublisher.class);

	private final ApplicationEventPublisher publisher;

	private final CountDownLatch ready = new CountDownLatch(1);

	private final AtomicBoolean dropping = new AtomicBoolean();

	private final Set<Class<?>> failed = ConcurrentHashMap.newKeySet();

	private final ThreadPoolExecutor executor;

	private volatile boolean running;

	/**
	 * Creates the publisher. It waits for its start, before which not all listeners of
	 * the application are there.
	 * @param publisher where to publish
	 */
	public RedlockEventPublisher(ApplicationEventPublisher publisher) {
		this.publisher = publisher;
		ClassLoader loader = Thread.currentThread().getContextClassLoader();
		this.executor = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(CAPACITY), (task) -> {
					// Nothing of the caller whose event happens to need a new thread.
					Thread thread = new Thread(null, task, "redlock-events", 0, false);
					thread.setContextClassLoader(loader);
					thread.setDaemon(true);
					return thread;
				});
		this.executor.allowCoreThreadTimeOut(true);
	}

	@Override
	public void start() {
		this.running = true;
		this.ready.countDown();
	}

	/**
	 * Publishes what waits, but not for longer than a second.
	 */
	@Override
	public void stop() {
		this.running = false;
		publishWaiting();
	}

	private void publishWaiting() {
		try {
			this.executor.submit(() -> {
			}).get(LAST_EVENTS_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException | TimeoutException | RejectedExecutionException ex) {
			logger.debug("Not all events could be published", ex);
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		// After the end of the locks, which is told, too.
		return Integer.MIN_VALUE;
	}

	@Override
	public void onAcquire(AcquireEvent event) {
		publishSoon(event);
	}

	@Override
	public void onExtend(ExtendEvent event) {
		publishSoon(event);
	}

	@Override
	public void onRelease(ReleaseEvent event) {
		publishSoon(event);
	}

	@Override
	public void onLoss(LossEvent event) {
		publishSoon(event);
	}

	@Override
	public void onNode(NodeEvent event) {
		publishSoon(event);
	}

	private void publishSoon(Object event) {
		try {
			this.executor.execute(() -> publish(event));
		}
		catch (RejectedExecutionException ex) {
			if (!this.executor.isShutdown() && this.dropping.compareAndSet(false, true)) {
				logger.warn("Application events of Redlock are dropped: the queue of {} is full, "
						+ "because listeners are slower than the locks", CAPACITY);
			}
		}
	}

	private void publish(Object event) {
		try {
			this.ready.await();
			if (this.executor.getQueue().isEmpty()) {
				this.dropping.set(false);
			}
			this.publisher.publishEvent(event);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (Throwable ex) {
			failed(event.getClass(), ex);
		}
	}

	private void failed(Class<?> event, Throwable ex) {
		// One that fails may do so at every event.
		if (this.failed.add(event)) {
			logger.warn("A listener of the application failed on {}. Further failures are logged at debug level",
					event.getSimpleName(), ex);
		}
		else {
			logger.debug("A listener of the application failed on {}", event.getSimpleName(), ex);
		}
	}

	/**
	 * Publishes what came after the stop, but not for longer than a second.
	 */
	@Override
	public void close() {
		// Nothing is published without a start.
		if (this.ready.getCount() == 0) {
			publishWaiting();
		}
		this.executor.shutdownNow();
	}

}
