package dev.redlock.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.awaitility.Awaitility;
import org.awaitility.pollinterval.IterativePollInterval;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A JUnit extension with some real Redis servers, for a static field with
 * {@code @RegisterExtension}. Every test finds all of them running and empty.
 */
public final class RedisNodes implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

	private static final Duration FIRST_POLL = Duration.ofMillis(5);

	private static final Duration LAST_POLL = Duration.ofMillis(50);

	static {
		// Most of what tests wait for is there within milliseconds.
		Awaitility.setDefaultPollDelay(Duration.ZERO);
		Awaitility.setDefaultPollInterval(IterativePollInterval.iterative(RedisNodes::longer, FIRST_POLL));
	}

	private final int count;

	private final List<LocalRedis> servers = new ArrayList<>();

	private RedisNodes(int count) {
		this.count = count;
	}

	private static Duration longer(Duration pollInterval) {
		Duration twice = pollInterval.multipliedBy(2);
		return (twice.compareTo(LAST_POLL) < 0) ? twice : LAST_POLL;
	}

	/**
	 * Declares some servers.
	 * @param count how many
	 * @return the extension
	 */
	public static RedisNodes of(int count) {
		return new RedisNodes(count);
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		this.servers.addAll(LocalRedis.start(this.count));
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		this.servers.forEach(LocalRedis::reset);
	}

	@Override
	public void afterAll(ExtensionContext context) {
		this.servers.forEach(LocalRedis::close);
		this.servers.clear();
	}

	/**
	 * Returns a server.
	 * @param index its index
	 * @return the server
	 */
	public TestNode get(int index) {
		return this.servers.get(index);
	}

	/**
	 * Returns all servers.
	 * @return the servers
	 */
	public List<TestNode> all() {
		return List.copyOf(this.servers);
	}

	/**
	 * Returns the addresses of all servers.
	 * @return what {@code redlock.nodes} takes
	 */
	public String uris() {
		return this.servers.stream().map(TestNode::uri).collect(Collectors.joining(","));
	}

}
