package dev.redlock.acceptance;

import java.time.Duration;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import org.awaitility.Awaitility;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.test.TestNode;

/**
 * A Redis server in a container, at a port that outlives its restarts: the network is
 * that of another container. To make one anew takes longer than the server does.
 */
final class ContainerNode implements TestNode, AutoCloseable {

	private static final Duration POLL = Duration.ofMillis(10);

	private final int port;

	private final GenericContainer<?> container;

	ContainerNode(String image, int port, ContainerNetwork network) {
		this.port = port;
		this.container = new GenericContainer<>(DockerImageName.parse(image))
			.withCommand("redis-server", "--port", Integer.toString(port), "--protected-mode", "no", "--save", "",
					"--appendonly", "no")
			.withNetworkMode(network.mode());
		this.container.start();
	}

	private DockerClient docker() {
		return this.container.getDockerClient();
	}

	private String id() {
		return this.container.getContainerId();
	}

	@Override
	public int port() {
		return this.port;
	}

	@Override
	public void kill() {
		docker().killContainerCmd(id()).exec();
		Awaitility.await().pollInterval(POLL).until(() -> !Boolean.TRUE.equals(state().getRunning()));
	}

	private ContainerState state() {
		return docker().inspectContainerCmd(id()).exec().getState();
	}

	@Override
	public void restart() {
		if (!Boolean.TRUE.equals(state().getRunning())) {
			docker().startContainerCmd(id()).exec();
		}
		Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(POLL).until(this::isAnswering);
	}

	@Override
	public void pause() {
		docker().pauseContainerCmd(id()).exec();
	}

	@Override
	public void resume() {
		docker().unpauseContainerCmd(id()).exec();
	}

	@Override
	public void reset() {
		if (Boolean.TRUE.equals(state().getPaused())) {
			resume();
		}
		restart();
		run(Command.FLUSHALL);
		run(Command.SCRIPT, "FLUSH");
	}

	@Override
	public void close() {
		this.container.stop();
	}

}
