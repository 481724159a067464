package dev.redlock.acceptance;

import java.io.IOException;
import java.util.List;

import com.github.dockerjava.api.model.PortBinding;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

import dev.redlock.test.FreePorts;

/**
 * A container whose network others use, with ports that are those of the machine.
 */
final class ContainerNetwork implements AutoCloseable {

	private final List<Integer> ports;

	private final GenericContainer<?> container;

	private ContainerNetwork(String image, List<Integer> ports) {
		this.ports = ports;
		this.container = new GenericContainer<>(DockerImageName.parse(image)).withCommand("redis-server")
			.withExposedPorts(ports.toArray(Integer[]::new))
			// Nobody listens at the ports yet.
			.waitingFor(Wait.forLogMessage(".*Ready to accept connections.*", 1))
			.withCreateContainerCmdModifier((command) -> command.getHostConfig()
				.withPortBindings(ports.stream().map(ContainerNetwork::binding).toList()));
		this.container.start();
	}

	static ContainerNetwork withPorts(String image, int count) throws IOException {
		return new ContainerNetwork(image, FreePorts.find(count));
	}

	private static PortBinding binding(int port) {
		return PortBinding.parse("127.0.0.1:" + port + ":" + port);
	}

	/**
	 * Returns the ports at which servers in the network are reached.
	 */
	List<Integer> ports() {
		return this.ports;
	}

	/**
	 * Returns the network mode of the containers that use it.
	 */
	String mode() {
		return "container:" + this.container.getContainerId();
	}

	@Override
	public void close() {
		this.container.stop();
	}

}
