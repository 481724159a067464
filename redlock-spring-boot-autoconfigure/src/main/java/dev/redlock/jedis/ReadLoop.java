package dev.redlock.jedis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that reads from many connections. Nothing but {@link #close} ends it: a
 * connection that fails ends alone.
 */
final class ReadLoop implements AutoCloseable {

	private static final int BUFFER_SIZE = 64 * 1024;

	/**
	 * For so long it leaves it to callers that poll to receive an answer.
	 */
	private static final long OVERDUE_NANOS = 500_000;

	/**
	 * After so long without replies it writes what it has left to callers.
	 */
	private static final long LEFT_MILLIS = 1;

	private static final long FAILURE_PAUSE_NANOS = 100_000_000;

	private static final Logger logger = LoggerFactory.getLogger(ReadLoop.class);

	private final Selector selector;

	private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_SIZE);

	private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

	private final ReaderRole role = new ReaderRole();

	private final Pauses pauses;

	private volatile int listening;

	private volatile boolean closed;

	private volatile boolean ended;

	private ReadLoop(Selector selector) {
		this.selector = selector;
		this.pauses = new Pauses(selector);
	}

	static ReadLoop start(String threadName) throws IOException {
		Selector selector = Selector.open();
		try {
			ReadLoop loop = new ReadLoop(selector);
			DaemonThread.of(loop::run, threadName).start();
			return loop;
		}
		catch (Throwable ex) {
			// The system may be out of threads for long, and this is tried again and
			// again.
			selector.close();
			throw ex;
		}
	}

	/**
	 * Runs a task on the thread of the loop, after those that were given before.
	 */
	void execute(Runnable task) {
		this.tasks.add(task);
		wakeup();
		if (this.ended) {
			runTasks();
		}
	}

	void wakeup() {
		this.selector.wakeup();
		callBack();
	}

	/**
	 * Has a caller receive what came over a connection, instead of the thread of the
	 * loop, if nobody else receives just now.
	 * @param wire the connection
	 * @return whether the caller has looked
	 */
	boolean poll(ChannelWire wire) {
		return this.listening == 0 && this.role.poll(() -> wire.poll(this.buffer));
	}

	/**
	 * Called by whoever reads: from now on so many more connections, or fewer, bring
	 * messages that nobody would poll for.
	 */
	void addListening(int change) {
		this.listening += change;
	}

	/**
	 * Leaves it to the thread of the loop to receive, at once.
	 */
	void callBack() {
		this.role.callBack();
	}

	SelectionKey register(SocketChannel channel, ChannelWire wire) throws ClosedChannelException {
		return channel.register(this.selector, SelectionKey.OP_READ, wire);
	}

	private void run() {
		boolean failed = false;
		while (!this.closed) {
			try {
				// Whoever was called back may have left it set, and select would spin.
				Thread.interrupted();
				boolean stoodAside = standAside();
				try {
					serveAll(!stoodAside);
				}
				finally {
					this.role.giveBack();
				}
				failed = false;
			}
			catch (Throwable ex) {
				Failures.report(logger, "A read loop failed and goes on", ex);
				if (failed) {
					// What fails again and again, such as for want of memory, must not
					// take a processor, and a disk for the log.
					LockSupport.parkNanos(FAILURE_PAUSE_NANOS);
				}
				failed = true;
			}
		}
		this.role.resume();
		IllegalStateException cause = new IllegalStateException("The read loops were closed");
		this.selector.keys().forEach((key) -> ((ChannelWire) key.attachment()).end(cause));
		try {
			this.selector.close();
		}
		catch (IOException ex) {
			logger.debug("A selector did not close", ex);
		}
		this.ended = true;
		runTasks();
	}

	private boolean standAside() {
		if (this.listening > 0 || this.pauses.isLeft()) {
			this.role.callBack();
		}
		return this.role.standAside(() -> !this.tasks.isEmpty() || this.pauses.isLeft() || isOverdue());
	}

	private boolean isOverdue() {
		return this.selector.keys()
			.stream()
			.anyMatch((key) -> ((ChannelWire) key.attachment()).silentNanos() > OVERDUE_NANOS);
	}

	private void serveAll(boolean waits) throws IOException {
		try {
			if (waits) {
				this.selector.select(this::serve, this.pauses.isLeft() ? LEFT_MILLIS : 0);
				handOutMore();
			}
			else {
				this.selector.selectNow(this::serve);
			}
		}
		finally {
			this.pauses.endHandingOut();
		}
		runTasks();
	}

	Pauses pauses() {
		return this.pauses;
	}

	/**
	 * Called by whoever reads, before replies are handed out.
	 */
	void beginHandingOut() {
		this.pauses.beginHandingOut(this.role.isResumed());
	}

	/**
	 * Lets those who were woken go on, and looks for more replies, before anything is
	 * written: what they send, and whoever else is woken, joins the batch. Only once,
	 * since callers whose replies are not among them run in vain.
	 */
	private void handOutMore() throws IOException {
		if (this.pauses.isSenderWoken() && !this.role.isPolled()) {
			Thread.yield();
			this.selector.selectNow(this::serve);
		}
	}

	private void serve(SelectionKey key) {
		this.role.resume();
		((ChannelWire) key.attachment()).serve(key, this.buffer);
	}

	private void runTasks() {
		if (this.tasks.isEmpty()) {
			return;
		}
		this.role.resume();
		Runnable task;
		while ((task = this.tasks.poll()) != null) {
			try {
				task.run();
			}
			catch (Throwable ex) {
				Failures.report(logger, "A task of a read loop failed", ex);
			}
		}
	}

	/**
	 * Ends all connections and the thread, soon.
	 */
	@Override
	public void close() {
		this.closed = true;
		wakeup();
	}

}
