package dev.redlock.autoconfigure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.docker.compose.core.ConnectionPorts;
import org.springframework.boot.docker.compose.core.ImageReference;
import org.springframework.boot.docker.compose.core.RunningService;

import dev.redlock.test.TestNode;

/**
 * A service as Docker Compose would report it, in front of a server that runs anyway.
 */
record ComposeService(String name, ImageReference image, String host, ConnectionPorts ports,
		Map<String, @Nullable String> env, Map<String, String> labels) implements RunningService {

	static ComposeService of(String name, TestNode server) {
		return of(name, Map.of(6379, server.port()));
	}

	static ComposeService of(String name, Map<Integer, Integer> ports) {
		return new ComposeService(name, ImageReference.of("redis:8-alpine"), "127.0.0.1", new Ports(ports), Map.of(),
				Map.of());
	}

	ComposeService withLabel(String key, String value) {
		Map<String, String> labels = new HashMap<>(this.labels);
		labels.put(key, value);
		return new ComposeService(this.name, this.image, this.host, this.ports, this.env, labels);
	}

	ComposeService withEnv(Map<String, @Nullable String> env) {
		return new ComposeService(this.name, this.image, this.host, this.ports, env, this.labels);
	}

	/**
	 * The published ports.
	 */
	record Ports(Map<Integer, Integer> mappings) implements ConnectionPorts {

		@Override
		public int get(int containerPort) {
			Integer port = this.mappings.get(containerPort);
			if (port == null) {
				throw new IllegalStateException("No host port mapping found for container port " + containerPort);
			}
			return port;
		}

		@Override
		public List<Integer> getAll() {
			return List.copyOf(this.mappings.values());
		}

		@Override
		public List<Integer> getAll(@Nullable String protocol) {
			return getAll();
		}

	}

}
