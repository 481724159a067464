package dev.redlock.autoconfigure;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application gets its locks whatever of the optional libraries is missing.
 */
class OptionalDependenciesTests {

	@ParameterizedTest
	@ValueSource(strings = { "micrometer-", "aspectjweaver-", "reactor-", "reactive-streams-", "spring-boot-health-",
			"spring-boot-docker-compose-", "spring-integration-core-", "spring-tx-", "quartz-",
			"micrometer- aspectjweaver- reactor- reactive-streams- spring-boot-health- spring-boot-docker-compose- "
					+ "spring-integration-core- spring-tx- spring-jdbc- spring-boot-transaction- quartz-" })
	void theContextStartsWithout(String libraries) throws Exception {
		try (ClassPathWithout loader = ClassPathWithout.libraries(libraries.split(" "))) {
			Object beans = loader.call(() -> loader.loadClass(LocksOnly.class.getName())
				.getMethod("run", String[].class)
				.invoke(null, (Object) new String[] { "--redlock.nodes=redis://127.0.0.1:1",
						"--redlock.lock-registry.enabled=true" }));
			assertThat(beans.toString().split(",")).contains("redlock", "distributedLockAdvisor")
				.doesNotHaveDuplicates();
		}
	}

}
