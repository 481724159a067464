package dev.redlock.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.StringUtils;

import dev.redlock.autoconfigure.RedlockConnectionDetails.Node;
import dev.redlock.jedis.JedisNodeSettings;
import dev.redlock.jedis.NodeUri;
import dev.redlock.quorum.QuorumRedlock;

/**
 * Turns connection details and properties into the settings of each node.
 */
final class JedisNodeSettingsFactory {

	private static final Logger logger = LoggerFactory.getLogger(JedisNodeSettingsFactory.class);

	private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);

	/**
	 * The milliseconds of a time-out of a socket are an int.
	 */
	private static final Duration LONGEST_TIMEOUT = Duration.ofDays(24);

	private static final Pattern CLIENT_NAME = Pattern.compile("[!-~]*");

	private final RedlockProperties properties;

	private final Duration maxTtl;

	private final NodeSslBundles sslBundles;

	/**
	 * Creates the factory.
	 * @param properties the properties
	 * @param maxTtl the longest ttl of the locks, which need not be that of the
	 * properties
	 * @param sslBundles the bundles of the application, if it has any
	 */
	JedisNodeSettingsFactory(RedlockProperties properties, Duration maxTtl, @Nullable SslBundles sslBundles) {
		this.properties = properties;
		this.maxTtl = maxTtl;
		this.sslBundles = new NodeSslBundles(properties.ssl().bundle(), sslBundles);
	}

	List<JedisNodeSettings> create(RedlockConnectionDetails details) {
		List<Node> nodes = details.getNodes();
		if (nodes.isEmpty()) {
			throw new InvalidRedlockPropertyException("redlock.nodes", "no nodes are configured",
					"List independent Redis masters, ideally five, such as redis://redis-1:6379, "
							+ "or set redlock.enabled=false to run without locks.",
					null);
		}
		if (nodes.size() > QuorumRedlock.MAX_NODES) {
			throw new InvalidRedlockPropertyException("redlock.nodes",
					"%d nodes are configured, of at most %d".formatted(nodes.size(), QuorumRedlock.MAX_NODES),
					"List fewer independent Redis masters, ideally five.", null);
		}
		checkProperties();
		Map<String, String> sources = new HashMap<>();
		List<JedisNodeSettings> settings = new ArrayList<>(nodes.size());
		for (Node node : nodes) {
			NodeUri uri = parse(node);
			String earlier = sources.putIfAbsent(uri.server(), node.source());
			if (earlier != null) {
				throw new InvalidRedlockPropertyException(node.source(),
						"%s is the same server as '%s', and one server must not vote twice".formatted(uri, earlier),
						"List each Redis master once. All of them must be independent: no replicas, no cluster.", null);
			}
			settings.add(settings(details, node, uri));
		}
		refuseSharedNames(nodes, settings);
		return settings;
	}

	private void checkProperties() {
		new DurationCheck("redlock.node-timeout", this.properties.nodeTimeout(), "Set a positive time such as 50ms.")
			.within(SHORTEST_TIMEOUT, LONGEST_TIMEOUT);
		new DurationCheck("redlock.connect-timeout", this.properties.connectTimeout(),
				"Set a positive time such as 1s.")
			.within(SHORTEST_TIMEOUT, LONGEST_TIMEOUT);
		warnOfShortTtl();
		int lanes = this.properties.pool().lanes();
		if (lanes < 1) {
			throw new InvalidRedlockPropertyException("redlock.pool.lanes", lanes + " is not positive",
					"Set the number of connections to each node; 1 is usually best.", null);
		}
		String clientName = this.properties.clientName();
		if (!CLIENT_NAME.matcher(clientName).matches()) {
			throw new InvalidRedlockPropertyException("redlock.client-name",
					"'%s' is no valid client name for Redis".formatted(clientName),
					"Use printable ASCII characters without spaces, such as my-shop.", null);
		}
	}

	private void warnOfShortTtl() {
		Duration ttl = this.properties.ttl();
		Duration nodeTimeout = this.properties.nodeTimeout();
		if (ttl.compareTo(nodeTimeout) <= 0) {
			logger.warn(
					"redlock.ttl ({}) is not longer than redlock.node-timeout ({}): a lock can be over before a slow "
							+ "node has answered. A number without a unit is in milliseconds.",
					DurationCheck.text(ttl), DurationCheck.text(nodeTimeout));
		}
	}

	private static void refuseSharedNames(List<Node> nodes, List<JedisNodeSettings> settings) {
		Map<String, String> sources = new HashMap<>();
		for (int i = 0; i < nodes.size(); i++) {
			String source = nodes.get(i).source();
			String name = settings.get(i).name();
			String earlier = sources.putIfAbsent(name, source);
			if (earlier != null) {
				throw new InvalidRedlockPropertyException(source,
						"its name '%s' is that of '%s', too".formatted(name, earlier),
						"Give each node a name of its own, or none for host and port.", null);
			}
		}
	}

	private static NodeUri parse(Node node) {
		UnknownPlaceholders.refuseIn(node.source(), node.uri());
		try {
			return NodeUri.parse(node.uri());
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidRedlockPropertyException(node.source(), String.valueOf(ex.getMessage()),
					"Write the address as redis://[user:password@]host[:6379][/database], or rediss:// for TLS. "
							+ "Percent-encode special characters of user and password, such as %40 for @ and %2C for a comma.",
					ex);
		}
	}

	private JedisNodeSettings settings(RedlockConnectionDetails details, Node node, NodeUri uri) {
		String name = StringUtils.hasText(node.name()) ? node.name() : uri.server();
		SslBundle own = details.getSslBundle(node);
		if (uri.password() == null) {
			UnknownPlaceholders.refuseAs("redlock.username", this.properties.username());
			UnknownPlaceholders.refuseAs("redlock.password", this.properties.password());
		}
		return new JedisNodeSettings(name, uri, username(), password(), this.properties.clientName(),
				this.properties.nodeTimeout(), this.properties.connectTimeout(),
				isRestartGuarded(details) ? this.maxTtl : null, this.properties.pool().lanes(),
				(own != null) ? checked(own, node, uri) : this.sslBundles.of(node, uri));
	}

	private static Supplier<SslBundle> checked(SslBundle own, Node node, NodeUri uri) {
		if (!uri.tls()) {
			throw new InvalidRedlockPropertyException(node.source(),
					"%s is not encrypted in spite of its SSL bundle".formatted(uri),
					"Write the address with rediss://, or give it no bundle.", null);
		}
		return () -> own;
	}

	private boolean isRestartGuarded(RedlockConnectionDetails details) {
		Boolean configured = this.properties.restartGuard();
		return (configured != null) ? configured : details.isRestartGuarded();
	}

	private @Nullable String username() {
		String username = StringUtils.hasLength(this.properties.username()) ? this.properties.username() : null;
		if (username != null && this.properties.password() == null) {
			throw new InvalidRedlockPropertyException("redlock.username",
					"without redlock.password, the user would be ignored",
					"Set redlock.password too, to an empty text for a user without a password.", null);
		}
		return username;
	}

	private @Nullable String password() {
		// An optional placeholder gives an empty text, and a server without a password
		// refuses any.
		return (username() != null || StringUtils.hasLength(this.properties.password())) ? this.properties.password()
				: null;
	}

}
