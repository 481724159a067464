package dev.redlock.autoconfigure;

import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;

/**
 * Makes one node of each service of a development environment.
 */
final class GatheredRedlockConnectionDetails implements RedlockConnectionDetails {

	private final List<RedlockServiceConnectionDetails> services;

	GatheredRedlockConnectionDetails(List<RedlockServiceConnectionDetails> services) {
		this.services = services.stream()
			.sorted(Comparator.comparing((service) -> service.getNode().source()))
			.toList();
	}

	@Override
	public List<Node> getNodes() {
		return this.services.stream().map(RedlockServiceConnectionDetails::getNode).toList();
	}

	@Override
	public @Nullable SslBundle getSslBundle(Node node) {
		return this.services.stream()
			.filter((service) -> service.getNode().equals(node))
			.findFirst()
			.map(RedlockServiceConnectionDetails::getSslBundle)
			.orElse(null);
	}

	@Override
	public boolean isRestartGuarded() {
		return false;
	}

}
