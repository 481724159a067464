package dev.redlock.sample;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
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

	/**
	 * Not those from which the system takes one for whoever names none: it could be gone
	 * before the server has it.
	 */
	private static final int LOWEST_PORT = 10_000;

	private static final int LOWEST_OTHER_PORT = 20_000;

	private static final int ATTEMPTS = 1000;

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

	private static List<Integer> freePorts() throws BindException {
		List<Integer> ports = ThreadLocalRandom.current()
			.ints(LOWEST_PORT, LOWEST_OTHER_PORT)
			.distinct()
			.limit(ATTEMPTS)
			.filter(EmbeddedRedis::isFree)
			.limit(COUNT)
			.boxed()
			.toList();
		if (ports.size() < COUNT) {
			throw new BindException("There are no " + COUNT + " free ports below " + LOWEST_OTHER_PORT);
		}
		return ports;
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
			return socket.isBound();
		}
		catch (IOException ex) {
			logger.debug("Port {} is taken", port, ex);
			return false;
		}
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
