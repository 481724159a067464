package dev.redlock.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A server behind a wire that a test can make swallow everything, as a partition does:
 * connections stay open, nothing gets through, nothing is lost when the wire heals. Or
 * that carries answers slowly.
 */
public final class CutOffNode extends ForwardingNode implements AutoCloseable {

	private static final int BUFFER = 8192;

	private final ServerSocket listener;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private volatile CountDownLatch open = new CountDownLatch(0);

	private volatile Duration answerDelay = Duration.ZERO;

	/**
	 * Puts a wire before a server.
	 * @param server the server
	 */
	public CutOffNode(TestNode server) {
		super(server);
		try {
			this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start(this::accept);
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "cut-off-node");
		thread.setDaemon(true);
		thread.start();
	}

	private void accept() {
		while (!this.listener.isClosed()) {
			try {
				connect(this.listener.accept());
			}
			catch (IOException ex) {
				// Closed: the loop ends.
			}
		}
	}

	private void connect(Socket client) throws IOException {
		this.sockets.add(client);
		try {
			Socket upstream = new Socket(InetAddress.getLoopbackAddress(), port());
			this.sockets.add(upstream);
			start(() -> copy(client, upstream, () -> Duration.ZERO));
			start(() -> copy(upstream, client, () -> this.answerDelay));
		}
		catch (IOException ex) {
			// The server is down, and so is the wire to it.
			client.close();
		}
	}

	private void copy(Socket from, Socket to, Supplier<Duration> delay) {
		byte[] buffer = new byte[BUFFER];
		try (from; to) {
			int length;
			while ((length = from.getInputStream().read(buffer)) != -1) {
				this.open.await();
				TimeUnit.NANOSECONDS.sleep(delay.get().toNanos());
				to.getOutputStream().write(buffer, 0, length);
			}
		}
		catch (IOException ex) {
			// One side has gone: closing both is all there is to do.
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.sockets.remove(from);
			this.sockets.remove(to);
		}
	}

	/**
	 * Makes the wire swallow everything.
	 */
	public void cutOff() {
		this.open = new CountDownLatch(1);
	}

	/**
	 * Lets everything through again, first what was swallowed.
	 */
	public void heal() {
		this.open.countDown();
	}

	/**
	 * Makes the wire slow.
	 * @param delay for how long it keeps each piece of an answer
	 */
	public void answerAfter(Duration delay) {
		this.answerDelay = delay;
	}

	@Override
	public String uri() {
		return "redis://127.0.0.1:" + this.listener.getLocalPort();
	}

	@Override
	public void reset() {
		heal();
		answerAfter(Duration.ZERO);
		super.reset();
	}

	@Override
	public void close() throws IOException {
		heal();
		this.listener.close();
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

}
