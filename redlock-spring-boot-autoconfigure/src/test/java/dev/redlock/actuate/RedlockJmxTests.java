package dev.redlock.actuate;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Map;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jmx.JmxEndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.jmx.JmxAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.autoconfigure.RedlockEndpointAutoConfiguration;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an operator sees over JMX.
 */
class RedlockJmxTests {

	private static final String DOMAIN = "redlock.jmx.tests";

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JmxAutoConfiguration.class, EndpointAutoConfiguration.class,
				JmxEndpointAutoConfiguration.class, RedlockAutoConfiguration.class,
				RedlockEndpointAutoConfiguration.class))
		.withPropertyValues("spring.jmx.enabled=true", "management.endpoints.jmx.exposure.include=redlock",
				"management.endpoints.jmx.domain=" + DOMAIN, "redlock.restart-guard=false", "redlock.node-timeout=5s");

	private void connected(ContextConsumer<AssertableApplicationContext> consumer) {
		this.runner.withPropertyValues("redlock.nodes=" + servers.uris()).run(consumer);
	}

	@Test
	void theNodesAreShown() {
		connected((context) -> assertThat(invoke("redlock")).containsEntry("quorum", 2));
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "a,b", "a/b", " a " })
	void aResourceIsTakenAsItIs(String resource) {
		connected((context) -> {
			try (Lease lease = context.getBean(Redlock.class).acquire(LockRequest.of(resource))) {
				assertThat(invoke("resource", resource)).containsEntry("held", true);
				assertThat(lease.isValid()).isTrue();
			}
		});
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> invoke(String operation, Object... arguments) throws Exception {
		MBeanServer server = ManagementFactory.getPlatformMBeanServer();
		ObjectName endpoint = new ObjectName(DOMAIN + ":type=Endpoint,name=Redlock");
		String[] signature = new String[arguments.length];
		Arrays.fill(signature, String.class.getName());
		return (Map<String, Object>) server.invoke(endpoint, operation, arguments, signature);
	}

}
