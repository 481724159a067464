package dev.redlock.sample;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.embedded.RedisServer;

import dev.redlock.autoconfigure.RedlockConnectionDetails;

/**
 * Five Redis servers that live as long as the application.
 */
final class EmbeddedRedis implements RedlockConnectionDetails, AutoCloseable {

	private static final int COUNT = 5;

	private static final Logger logger = LoggerFactory.getLogger(EmbeddedRedis.class);

	private final List<RedisServer> servers = new ArrayList<>();

	private final List<Node> nodes = new ArrayList<>();

	EmbeddedRedis() throws IOException {
		try {
			for (int port : freePorts()) {
				start(port);
			}
		}
		catch (IOException | RuntimeException ex) {
			close();
			throw ex;
		}
		logger.info("redlock.nodes={}", this.nodes.stream().map(Node::uri).collect(Collectors.joining(",")));
	}

	private void start(int port) throws IOException {
		RedisServer server = RedisServer.newRedisServer()
			.port(port)
			.bind("127.0.0.1")
			.setting("save \"\"")
			.setting("appendonly no")
			.build();
		this.servers.add(server);
		server.start();
		this.nodes.add(new Node("redis://127.0.0.1:" + port, null, "the embedded server on port " + port));
	}

	private static List<Integer> freePorts() throws IOException {
		List<ServerSocket> sockets = new ArrayList<>();
		List<Integer> ports = new ArrayList<>();
		for (int i = 0; i < COUNT; i++) {
			ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
			sockets.add(socket);
			ports.add(socket.getLocalPort());
		}
		for (ServerSocket socket : sockets) {
			socket.close();
		}
		return ports;
	}

	@Override
	public List<Node> getNodes() {
		return List.copyOf(this.nodes);
	}

	@Override
	public void close() {
		for (RedisServer server : this.servers) {
			try {
				server.stop();
			}
			catch (IOException ex) {
				logger.warn("An embedded server did not stop", ex);
			}
		}
	}

}
