package dev.redlock.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.ssl.SslBundle;

/**
 * Where one node is, from a tool that looks at services one by one.
 */
interface RedlockServiceConnectionDetails extends ConnectionDetails {

	/**
	 * Returns the node.
	 * @return the node, with a name
	 */
	RedlockConnectionDetails.Node getNode();

	/**
	 * Returns what the node is trusted by.
	 * @return the bundle, or {@code null} for that of the properties
	 */
	@Nullable SslBundle getSslBundle();

}
