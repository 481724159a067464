package dev.redlock.autoconfigure;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Takes the nodes from the properties.
 */
final class PropertiesRedlockConnectionDetails implements RedlockConnectionDetails {

	private final List<RedlockProperties.Node> nodes;

	PropertiesRedlockConnectionDetails(RedlockProperties properties) {
		this.nodes = properties.nodes();
	}

	@Override
	public List<Node> getNodes() {
		return IntStream.range(0, this.nodes.size())
			.mapToObj((i) -> new Node(this.nodes.get(i).uri(), this.nodes.get(i).name(), "redlock.nodes[" + i + "]"))
			.toList();
	}

}
