package dev.redlock.acceptance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import dev.redlock.test.TestNode;

/**
 * Redis servers in containers for a test class, all running and empty before each test.
 */
final class ContainerNodes implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

	private final String image;

	private final int count;

	private final List<ContainerNode> nodes = new ArrayList<>();

	private ContainerNetwork network;

	ContainerNodes(String image, int count) {
		this.image = image;
		this.count = count;
	}

	@Override
	public void beforeAll(ExtensionContext context) throws IOException {
		this.network = ContainerNetwork.withPorts(this.image, this.count);
		for (int port : this.network.ports()) {
			this.nodes.add(new ContainerNode(this.image, port, this.network));
		}
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		this.nodes.parallelStream().forEach(ContainerNode::reset);
	}

	@Override
	public void afterAll(ExtensionContext context) {
		this.nodes.forEach(ContainerNode::close);
		if (this.network != null) {
			this.network.close();
		}
	}

	List<TestNode> all() {
		return List.copyOf(this.nodes);
	}

}
