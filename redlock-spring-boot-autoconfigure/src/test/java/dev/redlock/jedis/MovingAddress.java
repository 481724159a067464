package dev.redlock.jedis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.redlock.test.TestNode;

/**
 * An address that leads to one server and then to another, as a name or a virtual address
 * does.
 */
final class MovingAddress implements AutoCloseable {

	private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private volatile TestNode server;

	MovingAddress(TestNode server) throws IOException {
		this.server = server;
		start(this::accept);
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "moving-address");
		thread.setDaemon(true);
		thread.start();
	}

	private void accept() {
		while (!this.listener.isClosed()) {
			try {
				Socket client = this.listener.accept();
				Socket upstream = new Socket(InetAddress.getLoopbackAddress(), this.server.port());
				this.sockets.add(client);
				start(() -> copy(client, upstream));
				start(() -> copy(upstream, client));
			}
			catch (IOException ex) {
				// Closed: the loop ends.
			}
		}
	}

	private void copy(Socket from, Socket to) {
		try (from; to) {
			from.getInputStream().transferTo(to.getOutputStream());
		}
		catch (IOException ex) {
			// One side has gone: closing both is all there is to do.
		}
	}

	String uri() {
		return "redis://127.0.0.1:" + this.listener.getLocalPort();
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
