package dev.redlock.autoconfigure;

import java.util.List;
import java.util.stream.IntStream;

import org.springframework.util.StringUtils;

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
			.mapToObj((i) -> node(this.nodes.get(i), "redlock.nodes[" + i + "]"))
			.toList();
	}

	private static Node node(RedlockProperties.Node node, String source) {
		// With a name only, it is bound to null.
		if (!StringUtils.hasText(node.uri())) {
			throw new InvalidRedlockPropertyException(source + ".uri", "no address is configured",
					"Set the address of a Redis master, such as redis://redis-1:6379.", null);
		}
		return new Node(node.uri(), node.name(), source, node.ssl().bundle());
	}

}
