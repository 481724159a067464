package dev.redlock.autoconfigure;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

import javax.net.ssl.SSLEngine;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.util.StringUtils;

import dev.redlock.autoconfigure.RedlockConnectionDetails.Node;
import dev.redlock.jedis.NodeUri;

/**
 * Chooses the SSL bundle of each node. A bundle is looked up for each new connection, so
 * that one that was reloaded takes effect on the next.
 */
final class NodeSslBundles {

	private static final Logger logger = LoggerFactory.getLogger(NodeSslBundles.class);

	private final @Nullable String forAll;

	private final @Nullable SslBundles bundles;

	private final Set<String> watched = new HashSet<>();

	/**
	 * Creates the choice.
	 * @param forAll the name of the bundle for nodes that name none
	 * @param bundles the bundles of the application, if it has any
	 */
	NodeSslBundles(@Nullable String forAll, @Nullable SslBundles bundles) {
		this.forAll = forAll;
		this.bundles = bundles;
	}

	/**
	 * Returns what the connections to a node ask for their bundle, or {@code null} for
	 * what the JVM trusts.
	 * @throws InvalidRedlockPropertyException if a bundle is missing, can't be used, or
	 * belongs to an address without TLS
	 */
	@Nullable Supplier<SslBundle> of(Node node, NodeUri uri) {
		boolean own = StringUtils.hasText(node.sslBundle());
		String name = own ? node.sslBundle() : this.forAll;
		if (!StringUtils.hasText(name)) {
			return null;
		}
		String property = own ? node.source() + ".ssl.bundle" : "redlock.ssl.bundle";
		if (uri.tls()) {
			return checked(name, property);
		}
		if (own) {
			throw new InvalidRedlockPropertyException(property, "%s is not encrypted".formatted(uri),
					"Write the address with rediss://, or remove the bundle.", null);
		}
		logger.warn("The connection to {} is not encrypted in spite of redlock.ssl.bundle. Write the address with "
				+ "rediss:// to encrypt it.", uri);
		return null;
	}

	private Supplier<SslBundle> checked(String name, String property) {
		SslBundles bundles = this.bundles;
		if (bundles == null) {
			throw new InvalidRedlockPropertyException(property, "the application has no SSL bundles",
					"Do not exclude SslAutoConfiguration, or declare a bean of the type SslBundles.", null);
		}
		try {
			requireUsable(bundles.getBundle(name));
		}
		catch (NoSuchSslBundleException ex) {
			throw new InvalidRedlockPropertyException(property, String.valueOf(ex.getMessage()),
					"Define the bundle under spring.ssl.bundle, or name one that exists.", ex);
		}
		catch (RuntimeException ex) {
			throw new InvalidRedlockPropertyException(property,
					"the SSL bundle '%s' can't be used: %s".formatted(name, ex.getMessage()),
					"Correct the files, passwords and options of the bundle under spring.ssl.bundle.", ex);
		}
		if (this.watched.add(name)) {
			// Or Spring Boot would warn that it may be in use where it is not reloaded.
			bundles.addBundleUpdateHandler(name,
					(bundle) -> logger.debug("New connections use the reloaded SSL bundle '{}'", name));
		}
		return () -> bundles.getBundle(name);
	}

	private static void requireUsable(SslBundle bundle) {
		SSLEngine engine = bundle.createSslContext().createSSLEngine();
		SslOptions options = bundle.getOptions();
		if (options.getCiphers() != null) {
			engine.setEnabledCipherSuites(options.getCiphers());
		}
		if (options.getEnabledProtocols() != null) {
			engine.setEnabledProtocols(options.getEnabledProtocols());
		}
	}

}
