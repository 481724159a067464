package dev.redlock.autoconfigure;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * Refuses what would be ignored where others have credentials and TLS: a connection
 * without them would do as well, and nobody would notice.
 */
final class UnusedNodeProperties {

	private static final ConfigurationPropertyName NODES = ConfigurationPropertyName.of("redlock.nodes");

	private static final ConfigurationPropertyName SSL = ConfigurationPropertyName.of("redlock.ssl");

	private static final Set<String> OF_A_NODE = Set.of("", "uri", "name", "ssl", "ssl.bundle");

	private static final Set<String> OF_SSL = Set.of("", "bundle");

	private UnusedNodeProperties() {
	}

	/**
	 * Looks at all properties of nodes and of TLS.
	 * @param environment has the properties
	 * @throws InvalidRedlockPropertyException if one of them does not exist
	 */
	static void refuse(Environment environment) {
		ConfigurationPropertySources.get(environment).forEach((source) -> {
			if (source instanceof IterableConfigurationPropertySource iterable) {
				refuse(iterable);
			}
		});
	}

	private static void refuse(IterableConfigurationPropertySource source) {
		Set<ConfigurationPropertyName> names = source.stream()
			.filter((name) -> NODES.isAncestorOf(name) || SSL.isAncestorOf(name))
			.collect(Collectors.toSet());
		for (ConfigurationPropertyName name : names) {
			if (NODES.isAncestorOf(name) && name.isNumericIndex(NODES.getNumberOfElements())) {
				ConfigurationPropertyName node = name.chop(NODES.getNumberOfElements() + 1);
				refuseUnless(OF_A_NODE, node, name);
				if (!node.equals(name) && names.contains(node)) {
					throw refusal(name, "'%s' is an address already".formatted(node));
				}
			}
			else if (SSL.isAncestorOf(name)) {
				refuseUnless(OF_SSL, SSL, name);
			}
		}
	}

	private static void refuseUnless(Set<String> known, ConfigurationPropertyName parent,
			ConfigurationPropertyName name) {
		String rest = IntStream.range(parent.getNumberOfElements(), name.getNumberOfElements())
			.mapToObj((i) -> name.getElement(i, Form.UNIFORM))
			.collect(Collectors.joining("."));
		if (!known.contains(rest)) {
			throw refusal(name, "there is no such property");
		}
	}

	private static InvalidRedlockPropertyException refusal(ConfigurationPropertyName name, String problem) {
		return new InvalidRedlockPropertyException(name.toString(), problem,
				"A node has uri, name and ssl.bundle, and nothing else: a user and a password go into its address, or "
						+ "into redlock.username and redlock.password, and TLS is used if the address begins with "
						+ "rediss://.",
				null);
	}

}
