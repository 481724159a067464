package dev.redlock.acceptance;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;

import org.awaitility.Awaitility;

import dev.redlock.Redlock;
import dev.redlock.jedis.JedisNode;
import dev.redlock.jedis.JedisNodeSettings;
import dev.redlock.jedis.JedisResources;
import dev.redlock.jedis.NodeUri;
import dev.redlock.jedis.TestTimer;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.quorum.ExecutorTimer;
import dev.redlock.quorum.QuorumRedlock;
import dev.redlock.quorum.QuorumSettings;
import dev.redlock.test.TestNode;

/**
 * The whole stack below Spring, as one process of an application would have it.
 */
final class Locks implements AutoCloseable {

	private final TestTimer timer = new TestTimer();

	private final JedisResources resources = new JedisResources(this.timer, System::nanoTime);

	private final List<JedisNode> nodes;

	private final Redlock redlock;

	private Locks(List<JedisNodeSettings> settings, QuorumSettings quorumSettings) {
		this.nodes = settings.stream().map((node) -> JedisNode.start(node, this.resources)).toList();
		this.redlock = new QuorumRedlock(this.nodes, quorumSettings, System::nanoTime, new ExecutorTimer(this.timer),
				ForkJoinPool.commonPool(), List.of());
	}

	static Locks over(List<TestNode> nodes) {
		return over(nodes, UnaryOperator.identity());
	}

	static Locks over(List<TestNode> nodes, UnaryOperator<JedisNodeSettings> change) {
		return over(nodes, change, QuorumSettings.defaults());
	}

	static Locks over(List<TestNode> nodes, UnaryOperator<JedisNodeSettings> change, QuorumSettings settings) {
		Locks locks = new Locks(nodes.stream().map((node) -> change.apply(trusting(node.uri()))).toList(), settings);
		locks.nodes.forEach((node) -> {
			try {
				node.awaitFirstAttempt(Duration.ofSeconds(5));
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		});
		return locks;
	}

	/**
	 * Returns settings for servers that are as new as those of tests are, on a machine
	 * that may stand still for a while.
	 */
	static JedisNodeSettings trusting(String uri) {
		return JedisNodeSettings.of(NodeUri.parse(uri)).withRestartGuard(null).withNodeTimeout(Duration.ofSeconds(5));
	}

	/**
	 * Returns a change for the node that is to be late, so that nobody waits long for it.
	 */
	static UnaryOperator<JedisNodeSettings> impatientWith(TestNode late, Duration nodeTimeout) {
		String server = NodeUri.parse(late.uri()).server();
		return (node) -> node.uri().server().equals(server) ? node.withNodeTimeout(nodeTimeout) : node;
	}

	Redlock redlock() {
		return this.redlock;
	}

	JedisNode node(int index) {
		return this.nodes.get(index);
	}

	/**
	 * Sends no heartbeats, so that what a test sends next is what a silent server gets.
	 */
	void holdHeartbeats() {
		this.timer.holdHeartbeats();
	}

	void letHeartbeatsGo() {
		this.timer.letHeartbeatsGo();
	}

	void awaitUp() {
		awaitUp(this.nodes.size());
	}

	void awaitUp(int count) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> this.nodes.stream().filter((node) -> node.status().state() == State.UP).count() == count);
	}

	@Override
	public void close() {
		this.nodes.forEach(JedisNode::close);
		this.resources.close();
		this.timer.shutdownNow();
	}

}
