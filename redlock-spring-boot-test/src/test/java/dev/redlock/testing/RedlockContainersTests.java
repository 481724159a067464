package dev.redlock.testing;

import java.util.Iterator;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.LockRequest;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;
import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.autoconfigure.RedlockConnectionDetails.Node;
import dev.redlock.autoconfigure.RedlockNodes;
import dev.redlock.node.RedlockNode;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Containers as nodes, where there is no Docker.
 */
class RedlockContainersTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final List<StubContainer> stubs = servers.all()
		.stream()
		.map(TestNode::port)
		.map(StubContainer::new)
		.toList();

	private final RedlockContainers containers = RedlockContainers.of(this.stubs);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withUserConfiguration(RedlockAutoConfiguration.class)
		.withPropertyValues("redlock.nodes=redis://127.0.0.1:1");

	private ApplicationContextRunner contained() {
		return this.runner.withBean(RedlockContainers.class, () -> this.containers);
	}

	@Test
	void oneBeanTakesThePlaceOfTheProperty() {
		contained().run((context) -> {
			assertThat(context.getBean(RedlockNodes.class).asList()).extracting(RedlockNode::name)
				.containsExactly("redis-1", "redis-2", "redis-3");
			context.getBean(Redlock.class).execute(LockRequest.of("a"), (lease) -> {
				assertThat(servers.all()).filteredOn((server) -> server.get("a") != null).hasSizeGreaterThan(1);
				return null;
			});
		});
	}

	@Test
	void theRestartGuardIsOnIfItIsAskedFor() {
		contained().withPropertyValues("redlock.restart-guard=true", "redlock.max-ttl=1h", "redlock.wait-time=0s")
			.run((context) -> assertThatExceptionOfType(QuorumUnavailableException.class)
				.isThrownBy(() -> context.getBean(Redlock.class).acquire(LockRequest.of("a"))));
	}

	@Test
	void theContainersRunAsLongAsTheContext() {
		contained().run((context) -> assertThat(this.stubs).allMatch(StubContainer::isRunning));
		assertThat(this.stubs).allSatisfy((stub) -> {
			assertThat(stub.starts()).isEqualTo(1);
			assertThat(stub.stops()).isEqualTo(1);
		});
	}

	@Test
	void nothingIsStartedBeforeItIsNeeded() {
		assertThat(this.stubs).noneMatch(StubContainer::isRunning);
		assertThat(this.containers.getNodes()).extracting(Node::uri)
			.containsExactlyElementsOf(servers.all().stream().map(TestNode::uri).toList());
	}

	@Test
	void whatRunsAlreadyIsNeitherStartedNorStopped() {
		StubContainer running = this.stubs.get(1);
		running.start();
		contained().run((context) -> assertThat(context).hasNotFailed());
		assertThat(running.starts()).isEqualTo(1);
		assertThat(this.stubs).extracting(StubContainer::stops).containsExactly(1, 0, 1);
	}

	@Test
	void aContainerThatIsToBeReusedIsNotStopped() {
		this.stubs.get(0).withReuse(true);
		contained().run((context) -> assertThat(context).hasNotFailed());
		assertThat(this.stubs).extracting(StubContainer::stops).containsExactly(0, 1, 1);
	}

	@Test
	void theContainersMayBeMadeOnTheWay() {
		Iterator<StubContainer> next = this.stubs.iterator();
		assertThat(RedlockContainers.of(3, next::next).getNodes()).hasSize(3);
	}

	@Test
	void aContainerWithoutThePortSaysWhatIsMissing() {
		this.stubs.get(2).setExposedPorts(List.of(80));
		assertThatIllegalStateException().isThrownBy(this.containers::getNodes)
			.withMessageContaining("'redis-3'")
			.withMessageContaining("withExposedPorts(6379)");
	}

}
