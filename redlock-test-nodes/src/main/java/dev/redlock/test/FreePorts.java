package dev.redlock.test;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback interface for servers that are killed and come back to the same
 * port. They are not among those that Linux gives to whoever names none: a database that
 * starts meanwhile would get one.
 */
public final class FreePorts {

	private static final int LOWEST = 20_000;

	private static final int LOWEST_GIVEN_AWAY = 32_768;

	private static final int ATTEMPTS = 1000;

	private FreePorts() {
	}

	/**
	 * Returns ports that nobody listens at now.
	 * @param count how many
	 * @return the ports, no two of them equal
	 */
	public static List<Integer> find(int count) throws IOException {
		List<ServerSocket> sockets = new ArrayList<>();
		try {
			for (int i = 0; i < ATTEMPTS && sockets.size() < count; i++) {
				tryAnother(sockets);
			}
			if (sockets.size() < count) {
				throw new BindException("There are no " + count + " free ports below " + LOWEST_GIVEN_AWAY);
			}
			return sockets.stream().map(ServerSocket::getLocalPort).toList();
		}
		finally {
			for (ServerSocket socket : sockets) {
				socket.close();
			}
		}
	}

	private static void tryAnother(List<ServerSocket> sockets) throws IOException {
		int port = ThreadLocalRandom.current().nextInt(LOWEST, LOWEST_GIVEN_AWAY);
		try {
			sockets.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
		}
		catch (BindException ex) {
			// Somebody has it, so that another one is tried.
		}
	}

}
