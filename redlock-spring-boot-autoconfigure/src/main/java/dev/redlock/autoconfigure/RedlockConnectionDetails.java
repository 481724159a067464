package dev.redlock.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Where the nodes are. A bean of this type takes the place of {@code redlock.nodes}.
 */
public interface RedlockConnectionDetails extends ConnectionDetails {

	/**
	 * Returns the nodes.
	 * @return one entry per independent Redis master
	 */
	List<Node> getNodes();

	/**
	 * One Redis master.
	 *
	 * @param uri the address, redis:// or rediss://
	 * @param name the name in messages and meters; {@code null} for host and port
	 * @param source the property or other place that the node comes from, for errors
	 */
	record Node(String uri, @Nullable String name, String source) {

		@Override
		public String toString() {
			return "Node[source=" + this.source + "]";
		}

	}

}
