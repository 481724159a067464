package dev.redlock.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;

/**
 * Explains a list of nodes with a gap, or with something that no node has. Spring Boot
 * would show the values, and an address may have a password.
 */
@Order(0)
final class UnboundNodesFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
		List<String> nodes = cause.getUnboundProperties()
			.stream()
			.filter((property) -> property.getName().toString().startsWith("redlock.nodes["))
			.map(UnboundNodesFailureAnalyzer::describe)
			.sorted()
			.toList();
		return nodes.isEmpty() ? null : new FailureAnalysis("Nodes that are not used: " + String.join(", ", nodes),
				"Number the nodes without a gap: redlock.nodes[0], or REDLOCK_NODES_0_URI, is the first one. A node has "
						+ "uri, name and ssl.bundle, and nothing else.",
				cause);
	}

	private static String describe(ConfigurationProperty property) {
		return (property.getOrigin() != null) ? property.getName() + " (" + property.getOrigin() + ")"
				: property.getName().toString();
	}

}
