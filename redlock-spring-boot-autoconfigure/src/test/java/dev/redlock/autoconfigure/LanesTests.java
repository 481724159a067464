package dev.redlock.autoconfigure;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import redis.clients.jedis.Protocol;

import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The connections of an application that asks for nothing yet, as its servers see them.
 */
class LanesTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RedlockAutoConfiguration.class))
		.withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=5s", "redlock.connect-timeout=20s",
				"redlock.client-name=odd-name", "redlock.nodes=" + servers.uris());

	@ParameterizedTest
	@ValueSource(ints = { 1, 4 })
	void eachServerHasAsManyConnectionsAsThereAreToBeLanes(int lanes) {
		this.runner.withPropertyValues("redlock.pool.lanes=" + lanes)
			.run((context) -> assertThat(servers.all())
				.allSatisfy((server) -> assertThat(connections(server)).isEqualTo(lanes)));
	}

	private static long connections(TestNode server) {
		return String.valueOf(server.run(Protocol.Command.CLIENT, "LIST"))
			.lines()
			.filter((client) -> client.contains(" name=odd-name "))
			.count();
	}

}
