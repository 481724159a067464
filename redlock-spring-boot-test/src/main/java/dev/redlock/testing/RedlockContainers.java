package dev.redlock.testing;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.testcontainers.containers.GenericContainer;
import org.testcontainers.lifecycle.Startable;
import org.testcontainers.lifecycle.Startables;

import dev.redlock.autoconfigure.RedlockConnectionDetails;

/**
 * Redis servers in containers, as the nodes of an application under test. One bean of
 * this type takes the place of {@code redlock.nodes}: <pre class="code">
 * &#064;TestConfiguration(proxyBeanMethods = false)
 * class RedisContainers {
 *
 *     &#064;Bean
 *     RedlockContainers redlockContainers() {
 *         return RedlockContainers.of(3, () -&gt; new GenericContainer&lt;&gt;("redis:8-alpine").withExposedPorts(6379));
 *     }
 *
 * }</pre> The containers are started, all at once, when the locks need them, and stopped
 * with the application context. Whatever is running already is used as it is and not
 * stopped, and neither is a container that is to be reused.
 * <p>
 * The restart guard, which would keep a new server from voting for a while, is off unless
 * {@code redlock.restart-guard} is set.
 */
public final class RedlockContainers implements RedlockConnectionDetails, Startable {

	private static final int REDIS_PORT = 6379;

	private final List<GenericContainer<?>> containers;

	private final List<GenericContainer<?>> started = new CopyOnWriteArrayList<>();

	private RedlockContainers(List<GenericContainer<?>> containers) {
		this.containers = containers;
	}

	/**
	 * Makes each container a node.
	 * @param containers the containers of Redis servers, running or not, with port 6379
	 * exposed
	 * @return the nodes
	 */
	public static RedlockContainers of(Collection<? extends GenericContainer<?>> containers) {
		return new RedlockContainers(List.copyOf(containers));
	}

	/**
	 * Makes some containers, each of them a node.
	 * @param count how many
	 * @param factory gives a new container each time, with a Redis server and port 6379
	 * exposed
	 * @return the nodes
	 */
	public static RedlockContainers of(int count, Supplier<? extends GenericContainer<?>> factory) {
		return of(Stream.<GenericContainer<?>>generate(factory::get).limit(count).toList());
	}

	/**
	 * Starts the containers if need be.
	 * @return one node per container, named {@code redis-1} and so on
	 */
	@Override
	public List<Node> getNodes() {
		start();
		return IntStream.range(0, this.containers.size()).mapToObj(this::node).toList();
	}

	private Node node(int index) {
		String name = "redis-" + (index + 1);
		GenericContainer<?> container = this.containers.get(index);
		if (!container.getExposedPorts().contains(REDIS_PORT)) {
			throw new IllegalStateException(
					"The container '%s' does not expose the port of Redis: add withExposedPorts(%d)".formatted(name,
							REDIS_PORT));
		}
		return new Node("redis://" + container.getHost() + ":" + container.getMappedPort(REDIS_PORT), name,
				"container " + name);
	}

	@Override
	public boolean isRestartGuarded() {
		return false;
	}

	@Override
	public void start() {
		List<GenericContainer<?>> idle = this.containers.stream()
			.filter((container) -> !container.isRunning())
			.toList();
		// Before they run: if one fails to, the others have to be stopped all the same.
		this.started.addAll(idle);
		Startables.deepStart(idle).join();
	}

	@Override
	public void stop() {
		this.started.stream().filter((container) -> !container.isShouldBeReused()).forEach(GenericContainer::stop);
		this.started.clear();
	}

}
