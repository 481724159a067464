package dev.redlock.dashboards;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports of the loopback interface that nobody listens at.
 */
final class FreePorts {

	private FreePorts() {
	}

	static List<Integer> find(int count) {
		List<ServerSocket> sockets = new ArrayList<>();
		try {
			for (int i = 0; i < count; i++) {
				sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
			}
			List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
			for (ServerSocket socket : sockets) {
				socket.close();
			}
			return ports;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
