package dev.redlock.jedis;

import java.time.Duration;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

/**
 * How to reach and use one node. Its text never shows credentials.
 *
 * @param name the name in messages and meters
 * @param uri the address
 * @param username the ACL user for an address that names none
 * @param password the password for an address that names none
 * @param clientName the name that the server shows for our connections
 * @param nodeTimeout a reply later than this is no vote (S5)
 * @param connectTimeout how long a connect, or a silent connection, is waited for
 * @param lanes the number of connections
 * @param sslContext asked for the TLS context of each new connection; {@code null} for
 * that of the JVM
 */
public record JedisNodeSettings(String name, NodeUri uri, @Nullable String username, @Nullable String password,
		@Nullable String clientName, Duration nodeTimeout, Duration connectTimeout, int lanes,
		@Nullable Supplier<SSLContext> sslContext) {

	/**
	 * Checks the parts.
	 * @throws IllegalArgumentException if a time-out is shorter than a millisecond or
	 * there are no lanes
	 */
	public JedisNodeSettings {
		if (nodeTimeout.toMillis() < 1 || connectTimeout.toMillis() < 1) {
			throw new IllegalArgumentException("The time-outs of a node must be at least 1ms");
		}
		if (lanes < 1) {
			throw new IllegalArgumentException("A node needs at least one lane");
		}
	}

	/**
	 * Returns the default settings for an address.
	 * @param uri the address
	 * @return the settings
	 */
	public static JedisNodeSettings of(NodeUri uri) {
		return new JedisNodeSettings(uri.server(), uri, null, null, "redlock", Duration.ofMillis(50),
				Duration.ofSeconds(1), 1, null);
	}

	@Nullable String effectiveUsername() {
		return (this.uri.password() != null) ? this.uri.username() : this.username;
	}

	@Nullable String effectivePassword() {
		return (this.uri.password() != null) ? this.uri.password() : this.password;
	}

	@Override
	public String toString() {
		return this.name + " (" + this.uri + ")";
	}

}
