package dev.redlock.jedis;

import java.time.Duration;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;

/**
 * How to reach and use one node. Its text never shows credentials.
 *
 * @param name the name in messages and meters
 * @param uri the address
 * @param username the ACL user for an address that names none
 * @param password the password for an address that names none
 * @param clientName the name that the server shows for our connections
 * @param nodeTimeout a reply later than this is no vote (S5)
 * @param connectTimeout how long a connect is waited for, and a silent connection, which
 * has four times the node time-out at least
 * @param restartGuard a server that has been up for less than this, or in whose place was
 * another one less long ago, does not vote, as it may have forgotten locks (S9): the
 * longest ttl of any lock; {@code null} to trust every server
 * @param lanes the number of connections
 * @param sslBundle asked for what each new connection trusts and shows with TLS;
 * {@code null} for what the JVM does
 */
public record JedisNodeSettings(String name, NodeUri uri, @Nullable String username, @Nullable String password,
		@Nullable String clientName, Duration nodeTimeout, Duration connectTimeout, @Nullable Duration restartGuard,
		int lanes, @Nullable Supplier<SslBundle> sslBundle) {

	/**
	 * Checks the parts.
	 * @throws IllegalArgumentException if a time-out is shorter than a millisecond or
	 * longer than 24 days, or there are no lanes
	 */
	public JedisNodeSettings {
		if (!isUsable(nodeTimeout) || !isUsable(connectTimeout)) {
			throw new IllegalArgumentException("The time-outs of a node must be at least 1ms and at most 24d");
		}
		if (lanes < 1) {
			throw new IllegalArgumentException("A node needs at least one lane");
		}
	}

	/**
	 * Returns whether a socket can have a time-out: its milliseconds are an int.
	 */
	private static boolean isUsable(Duration timeout) {
		return timeout.compareTo(Duration.ofMillis(1)) >= 0 && timeout.compareTo(Duration.ofDays(24)) <= 0;
	}

	/**
	 * Returns the default settings for an address.
	 * @param uri the address
	 * @return the settings
	 */
	public static JedisNodeSettings of(NodeUri uri) {
		return new JedisNodeSettings(uri.server(), uri, null, null, "redlock", Duration.ofMillis(50),
				Duration.ofSeconds(1), Duration.ofSeconds(60), 1, null);
	}

	/**
	 * Returns these settings with another guard against restarted servers.
	 * @param restartGuard the longest ttl of any lock, or {@code null} to trust every
	 * server
	 * @return the settings
	 */
	public JedisNodeSettings withRestartGuard(@Nullable Duration restartGuard) {
		return new JedisNodeSettings(this.name, this.uri, this.username, this.password, this.clientName,
				this.nodeTimeout, this.connectTimeout, restartGuard, this.lanes, this.sslBundle);
	}

	/**
	 * Returns these settings with another time-out of replies.
	 * @param nodeTimeout a reply later than this is no vote (S5)
	 * @return the settings
	 */
	public JedisNodeSettings withNodeTimeout(Duration nodeTimeout) {
		return new JedisNodeSettings(this.name, this.uri, this.username, this.password, this.clientName, nodeTimeout,
				this.connectTimeout, this.restartGuard, this.lanes, this.sslBundle);
	}

	@Nullable String effectiveUsername() {
		return (this.uri.password() != null) ? this.uri.username() : this.username;
	}

	@Nullable String effectivePassword() {
		return (this.uri.password() != null) ? this.uri.password() : this.password;
	}

	@Override
	public String toString() {
		return this.name.equals(this.uri.server()) ? this.uri.toString() : this.name + " (" + this.uri + ")";
	}

}
