package dev.redlock.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback interface for servers that are killed and come back to the same
 * port. They are not among those that Linux gives to whoever names none: a database that
 * starts meanwhile would get one. Nor are they among those of other processes that ask
 * here: a block of ports belongs to the process that listens at its first.
 */
public final class FreePorts {

	private static final int LOWEST = 20_000;

	private static final int LOWEST_GIVEN_AWAY = 32_768;

	private static final int BLOCK = 512;

	private static final int ATTEMPTS = 1000;

	/**
	 * The first port of the block of this process, which the process leaves only at its
	 * end.
	 */
	private static final ServerSocket FIRST = claimBlock();

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
				throw new BindException(
						"There are no " + count + " free ports in the block of " + FIRST.getLocalPort());
			}
			return sockets.stream().map(ServerSocket::getLocalPort).toList();
		}
		finally {
			for (ServerSocket socket : sockets) {
				socket.close();
			}
		}
	}

	private static ServerSocket claimBlock() {
		for (int first = LOWEST; first + BLOCK <= LOWEST_GIVEN_AWAY; first += BLOCK) {
			try {
				return new ServerSocket(first, 1, InetAddress.getLoopbackAddress());
			}
			catch (BindException ex) {
				// It belongs to another process.
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
		throw new IllegalStateException("All blocks of ports below " + LOWEST_GIVEN_AWAY + " belong to others");
	}

	private static void tryAnother(List<ServerSocket> sockets) throws IOException {
		int port = ThreadLocalRandom.current().nextInt(FIRST.getLocalPort() + 1, FIRST.getLocalPort() + BLOCK);
		try {
			sockets.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
		}
		catch (BindException ex) {
			// Somebody has it, so that another one is tried.
		}
	}

}
