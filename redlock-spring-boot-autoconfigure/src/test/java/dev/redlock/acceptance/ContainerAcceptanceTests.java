package dev.redlock.acceptance;

import java.util.List;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.testcontainers.junit.jupiter.Testcontainers;

import dev.redlock.test.TestNode;

/**
 * The acceptance scenarios on the official image, or on the one that the system property
 * {@code redis.image} names. Skipped only where no Docker answers.
 */
@Testcontainers(disabledWithoutDocker = true)
class ContainerAcceptanceTests extends AbstractAcceptanceTests {

	@RegisterExtension
	static final ContainerNodes containers = new ContainerNodes(System.getProperty("redis.image"), 5);

	@Override
	List<TestNode> nodes() {
		return containers.all();
	}

}
