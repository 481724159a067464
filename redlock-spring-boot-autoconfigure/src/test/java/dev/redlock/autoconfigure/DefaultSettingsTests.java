package dev.redlock.autoconfigure;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import dev.redlock.jedis.JedisNodeSettings;
import dev.redlock.jedis.NodeUri;
import dev.redlock.quorum.QuorumSettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The defaults of the properties are those of the library without Spring.
 */
class DefaultSettingsTests {

	private static final String ADDRESS = "redis://redis-1:6379";

	@Test
	void noPropertiesGiveTheDefaultSettingsOfTheAlgorithm() {
		assertThat(QuorumSettingsFactory.create(bind(Map.of()))).isEqualTo(QuorumSettings.defaults());
	}

	@Test
	void anAddressAloneGivesTheDefaultSettingsOfANode() {
		RedlockProperties properties = bind(Map.of("redlock.nodes", ADDRESS));
		assertThat(new JedisNodeSettingsFactory(properties, properties.maxTtl(), null)
			.create(new PropertiesRedlockConnectionDetails(properties)))
			.containsExactly(JedisNodeSettings.of(NodeUri.parse(ADDRESS)));
	}

	private static RedlockProperties bind(Map<String, String> properties) {
		return new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate("redlock",
				RedlockProperties.class);
	}

}
