package dev.redlock.jedis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import dev.redlock.test.TestNode;

/**
 * Takes connections and passes on what goes to and from a server.
 */
final class Relay implements AutoCloseable {

	private final ServerSocket listener;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private final AtomicInteger connections = new AtomicInteger();

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
				start(() -> copy(upstream, client));
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
		for (Socket socket : this.sockets) {
			socket.close();
		}
		this.sockets.clear();
	}

	@Override
	public void close() throws IOException {
		this.listener.close();
		breakConnections();
	}

}
