package dev.redlock.acceptance;

import java.util.List;

import org.junit.jupiter.api.extension.RegisterExtension;

import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

/**
 * The acceptance scenarios on local redis-server processes.
 */
class LocalRedisAcceptanceTests extends AbstractAcceptanceTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(5);

	@Override
	List<TestNode> nodes() {
		return servers.all();
	}

}
