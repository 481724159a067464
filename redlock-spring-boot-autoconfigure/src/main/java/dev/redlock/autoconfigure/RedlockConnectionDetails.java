package dev.redlock.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.ssl.SslBundle;

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
	 * Returns what a node with a {@code rediss://} address is trusted by.
	 * @param node one of the nodes
	 * @return its own bundle, or {@code null} for that of the properties
	 */
	default @Nullable SslBundle getSslBundle(Node node) {
		return null;
	}

	/**
	 * Returns whether a server that has just been started must not vote, as it may have
	 * forgotten locks. Only counts if {@code redlock.restart-guard} is not set.
	 * @return {@code false} if the servers come and go with the application, so that no
	 * lock is older than they are
	 */
	default boolean isRestartGuarded() {
		return true;
	}

	/**
	 * One Redis master.
	 *
	 * @param uri the address, redis:// or rediss://
	 * @param name the name in messages and meters; {@code null} for host and port
	 * @param source the property or other place that the node comes from, for errors
	 * @param sslBundle the name of the SSL bundle for a rediss:// address; {@code null}
	 * for {@code redlock.ssl.bundle}
	 */
	record Node(String uri, @Nullable String name, String source, @Nullable String sslBundle) {

		/**
		 * Creates a node without an SSL bundle of its own.
		 * @param uri the address, redis:// or rediss://
		 * @param name the name in messages and meters; {@code null} for host and port
		 * @param source the property or other place that the node comes from, for errors
		 */
		public Node(String uri, @Nullable String name, String source) {
			this(uri, name, source, null);
		}

		@Override
		public String toString() {
			return "Node[source=" + this.source + "]";
		}

	}

}
