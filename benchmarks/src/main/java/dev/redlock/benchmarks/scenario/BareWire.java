package dev.redlock.benchmarks.scenario;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import redis.clients.jedis.Protocol.Command;

import dev.redlock.benchmarks.contender.Contender;
import dev.redlock.test.TestNode;

/**
 * What is left when a client has next to nothing to do: one thread writes the same bytes
 * again and again, for all callers of a level in one write to each node, and waits for
 * the answers of all nodes. It makes no tokens, looks at the ends of the answers only,
 * wakes nobody, and decides nothing, so it is no contender.
 */
final class BareWire implements AutoCloseable {

	static final String TITLE = "the wire alone, no client";

	private static final int SET_REPLY = "+OK\r\n".length();

	private static final int RELEASE_REPLY = ":1\r\n".length();

	private final List<Socket> sockets = new ArrayList<>();

	private final String releaseHash;

	BareWire(List<? extends TestNode> nodes) throws IOException {
		String hash = "";
		for (TestNode node : nodes) {
			hash = String.valueOf(node.run(Command.SCRIPT, "LOAD", Contender.RELEASE));
			URI address = URI.create(node.uri());
			Socket socket = new Socket(address.getHost(), address.getPort());
			socket.setTcpNoDelay(true);
			this.sockets.add(socket);
		}
		this.releaseHash = hash;
	}

	/**
	 * Acquires and releases for so many callers in lock step.
	 * @param callers how many
	 * @param settle for how long before it is measured
	 * @param measured for how long it is measured
	 */
	Map<String, Double> run(int callers, Duration settle, Duration measured) throws IOException {
		byte[] acquires = batch(callers, true);
		byte[] releases = batch(callers, false);
		cycles(acquires, releases, callers, settle);
		Map<String, Double> values = new HashMap<>();
		values.put("cycles_per_s", cycles(acquires, releases, callers, measured) * 1e9 / measured.toNanos());
		return values;
	}

	private long cycles(byte[] acquires, byte[] releases, int callers, Duration duration) throws IOException {
		long end = System.nanoTime() + duration.toNanos();
		long cycles = 0;
		while (System.nanoTime() < end) {
			exchange(acquires, callers * SET_REPLY, '+');
			exchange(releases, callers * RELEASE_REPLY, ':');
			cycles += callers;
		}
		return cycles;
	}

	private void exchange(byte[] batch, int length, char type) throws IOException {
		for (Socket socket : this.sockets) {
			socket.getOutputStream().write(batch);
		}
		byte[] answers = new byte[length];
		for (Socket socket : this.sockets) {
			new DataInputStream(socket.getInputStream()).readFully(answers);
			if (answers[0] != type || answers[length - 1] != '\n') {
				throw new IllegalStateException(
						"Not the answer expected: " + new String(answers, StandardCharsets.US_ASCII));
			}
		}
	}

	private byte[] batch(int callers, boolean acquire) {
		ByteArrayOutputStream batch = new ByteArrayOutputStream();
		for (int caller = 0; caller < callers; caller++) {
			String key = "wire:" + caller;
			String token = "%036d".formatted(caller);
			String ttl = Long.toString(Contender.TTL.toMillis());
			batch.writeBytes(acquire ? command("SET", key, token, "NX", "PX", ttl)
					: command("EVALSHA", this.releaseHash, "1", key, token));
		}
		return batch.toByteArray();
	}

	private static byte[] command(String... parts) {
		StringBuilder text = new StringBuilder("*" + parts.length + "\r\n");
		for (String part : parts) {
			text.append('$').append(part.length()).append("\r\n").append(part).append("\r\n");
		}
		return text.toString().getBytes(StandardCharsets.US_ASCII);
	}

	@Override
	public void close() throws IOException {
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

}
