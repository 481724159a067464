package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Nodes that a test starts, with what they share, closed after it.
 */
final class StartedNodes implements AfterEachCallback {

	private final TestTimer timer = new TestTimer("redlock-timer");

	private final JedisResources resources = new JedisResources(this.timer, System::nanoTime);

	private final List<JedisNode> nodes = new ArrayList<>();

	JedisNode start(JedisNodeSettings settings) {
		JedisNode node = JedisNode.start(settings, this.resources);
		this.nodes.add(node);
		return node;
	}

	JedisNode get(int index) {
		return this.nodes.get(index);
	}

	List<JedisNode> all() {
		return this.nodes;
	}

	TestTimer timer() {
		return this.timer;
	}

	@Override
	public void afterEach(ExtensionContext context) {
		this.nodes.forEach(JedisNode::close);
		this.resources.close();
		this.timer.shutdownNow();
	}

}
