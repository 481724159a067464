package dev.redlock.testing;

import org.testcontainers.containers.GenericContainer;

/**
 * A container without Docker, in front of a server that runs anyway.
 */
final class StubContainer extends GenericContainer<StubContainer> {

	private final int port;

	private boolean running;

	private int starts;

	private int stops;

	StubContainer(int port) {
		super("redis");
		this.port = port;
		withExposedPorts(6379);
	}

	@Override
	public void start() {
		this.running = true;
		this.starts++;
	}

	@Override
	public void stop() {
		this.running = false;
		this.stops++;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public String getHost() {
		return "127.0.0.1";
	}

	@Override
	public Integer getMappedPort(int originalPort) {
		if (!this.running || originalPort != 6379) {
			throw new IllegalStateException("Not mapped: " + originalPort);
		}
		return this.port;
	}

	int starts() {
		return this.starts;
	}

	int stops() {
		return this.stops;
	}

}
