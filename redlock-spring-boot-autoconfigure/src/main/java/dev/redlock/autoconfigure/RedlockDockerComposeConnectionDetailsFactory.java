package dev.redlock.autoconfigure;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionDetailsFactory;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionSource;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.util.StringUtils;

import dev.redlock.autoconfigure.RedlockConnectionDetails.Node;

/**
 * Makes a node of each service of Docker Compose that has the label {@code redlock}.
 */
final class RedlockDockerComposeConnectionDetailsFactory
		extends DockerComposeConnectionDetailsFactory<RedlockServiceConnectionDetails> {

	private static final String LABEL = "redlock";

	private static final String BOOT_LABEL = "org.springframework.boot.service-connection";

	private static final int REDIS_PORT = 6379;

	RedlockDockerComposeConnectionDetailsFactory() {
		super((source) -> isNode(source.getRunningService().labels()));
	}

	private static boolean isNode(Map<String, String> labels) {
		// A label without a value is an empty text.
		return (labels.containsKey(LABEL) && !"false".equalsIgnoreCase(labels.get(LABEL)))
				|| LABEL.equals(labels.get(BOOT_LABEL));
	}

	@Override
	protected RedlockServiceConnectionDetails getDockerComposeConnectionDetails(DockerComposeConnectionSource source) {
		return new ServiceDetails(source.getRunningService());
	}

	/**
	 * The node on a service.
	 */
	private static final class ServiceDetails extends DockerComposeConnectionDetails
			implements RedlockServiceConnectionDetails {

		private final @Nullable SslBundle sslBundle;

		private final Node node;

		ServiceDetails(RunningService service) {
			super(service);
			this.sslBundle = getSslBundle(service);
			this.node = new Node(uri(service, this.sslBundle != null), service.name(),
					"service " + service.name() + " of Docker Compose");
		}

		private static String uri(RunningService service, boolean tls) {
			return (tls ? "rediss://" : "redis://") + credentials(service.env().get("REDIS_PASSWORD")) + service.host()
					+ ":" + port(service);
		}

		private static String credentials(@Nullable String password) {
			if (!StringUtils.hasLength(password)) {
				return "";
			}
			return ":" + URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20") + "@";
		}

		private static int port(RunningService service) {
			try {
				return service.ports().get(REDIS_PORT);
			}
			catch (IllegalStateException ex) {
				throw new InvalidRedlockServiceException(service.name(), REDIS_PORT, ex);
			}
		}

		@Override
		public Node getNode() {
			return this.node;
		}

		@Override
		public @Nullable SslBundle getSslBundle() {
			return this.sslBundle;
		}

	}

}
