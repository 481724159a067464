package dev.redlock.autoconfigure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.StringUtils;

import dev.redlock.autoconfigure.RedlockConnectionDetails.Node;
import dev.redlock.jedis.JedisNodeSettings;
import dev.redlock.jedis.NodeUri;

/**
 * Turns connection details and properties into the settings of each node.
 */
final class JedisNodeSettingsFactory {

	private final RedlockProperties properties;

	private final @Nullable SslBundles sslBundles;

	JedisNodeSettingsFactory(RedlockProperties properties, @Nullable SslBundles sslBundles) {
		this.properties = properties;
		this.sslBundles = sslBundles;
	}

	List<JedisNodeSettings> create(RedlockConnectionDetails details) {
		List<Node> nodes = details.getNodes();
		if (nodes.isEmpty()) {
			throw new InvalidRedlockPropertyException("redlock.nodes", "no nodes are configured",
					"List independent Redis masters, best five, such as redis://redis-1:6379, "
							+ "or set redlock.enabled=false to run without locks.",
					null);
		}
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
		return settings;
	}

	private static NodeUri parse(Node node) {
		try {
			return NodeUri.parse(node.uri());
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidRedlockPropertyException(node.source(), String.valueOf(ex.getMessage()),
					"Write the address as redis://[user:password@]host[:6379][/database], or rediss:// for TLS.", ex);
		}
	}

	private JedisNodeSettings settings(RedlockConnectionDetails details, Node node, NodeUri uri) {
		String name = StringUtils.hasText(node.name()) ? node.name() : uri.server();
		try {
			return new JedisNodeSettings(name, uri, this.properties.username(), this.properties.password(),
					this.properties.clientName(), this.properties.nodeTimeout(), this.properties.connectTimeout(),
					isRestartGuarded(details) ? this.properties.maxTtl() : null, this.properties.pool().lanes(),
					sslContext(details.getSslBundle(node)));
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidRedlockPropertyException(
					"redlock.node-timeout', 'redlock.connect-timeout' or " + "'redlock.pool.lanes",
					String.valueOf(ex.getMessage()), "Set positive values.", ex);
		}
	}

	private boolean isRestartGuarded(RedlockConnectionDetails details) {
		Boolean configured = this.properties.restartGuard();
		return (configured != null) ? configured : details.isRestartGuarded();
	}

	private @Nullable Supplier<SSLContext> sslContext(@Nullable SslBundle own) {
		return (own != null) ? own::createSslContext : sslContext();
	}

	private @Nullable Supplier<SSLContext> sslContext() {
		String name = this.properties.ssl().bundle();
		SslBundles bundles = this.sslBundles;
		if (!StringUtils.hasText(name) || bundles == null) {
			return null;
		}
		try {
			bundles.getBundle(name);
		}
		catch (NoSuchSslBundleException ex) {
			throw new InvalidRedlockPropertyException("redlock.ssl.bundle", String.valueOf(ex.getMessage()),
					"Define the bundle under spring.ssl.bundle, or name one that exists.", ex);
		}
		return () -> bundles.getBundle(name).createSslContext();
	}

}
