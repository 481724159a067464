package dev.redlock.jedis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.redlock.test.TestNode;

/**
 * Takes connections and passes on what goes to and from a server.
 */
final class Relay implements AutoCloseable {

	private final ServerSocket listener;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private final AtomicInteger connections = new AtomicInteger();

	private final AtomicReference<String> interjection = new AtomicReference<>("");

	private volatile TestNode server;

	/**
	 * Creates a relay.
	 * @param listener where connections are taken
	 * @param server where they lead to
	 */
	Relay(ServerSocket listener, TestNode server) {
		this.listener = listener;
		this.server = server;
		start(this::accept);
	}

	/**
	 * Creates a relay on a free port of this machine.
	 */
	static Relay to(TestNode server) throws IOException {
		return new Relay(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), server);
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "relay");
		thread.setDaemon(true);
		thread.start();
	}

	private void accept() {
		while (!this.listener.isClosed()) {
			try {
				Socket client = this.listener.accept();
				Socket upstream = new Socket(InetAddress.getLoopbackAddress(), this.server.port());
				this.sockets.add(client);
				this.connections.incrementAndGet();
				start(() -> copy(client, upstream));
				start(() -> answer(upstream, client));
			}
			catch (IOException ex) {
				// Closed: the loop ends.
			}
		}
	}

	private static void copy(Socket from, Socket to) {
		try (from; to) {
			from.getInputStream().transferTo(to.getOutputStream());
		}
		catch (IOException ex) {
			// One side has gone: closing both is all there is to do.
		}
	}

	private void answer(Socket from, Socket to) {
		byte[] buffer = new byte[64 * 1024];
		try (from; to) {
			int length;
			while ((length = from.getInputStream().read(buffer)) >= 0) {
				to.getOutputStream().write(this.interjection.getAndSet("").getBytes(StandardCharsets.UTF_8));
				to.getOutputStream().write(buffer, 0, length);
			}
		}
		catch (IOException ex) {
			// As above.
		}
	}

	/**
	 * Has something come before the next answer.
	 */
	void interject(String something) {
		this.interjection.set(something);
	}

	int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Returns how many connections there have been.
	 */
	int connections() {
		return this.connections.get();
	}

	/**
	 * Leads new connections to a server.
	 */
	void moveTo(TestNode server) {
		this.server = server;
	}

	void breakConnections() throws IOException {
		// Not those that are made meanwhile, which must not be forgotten, either.
		for (Socket socket : List.copyOf(this.sockets)) {
			this.sockets.remove(socket);
			socket.close();
		}
	}

	/**
	 * Breaks one connection, whichever.
	 */
	void breakOne() throws IOException {
		Socket socket = this.sockets.iterator().next();
		this.sockets.remove(socket);
		socket.close();
	}

	@Override
	public void close() throws IOException {
		this.listener.close();
		breakConnections();
	}

}
