package dev.redlock.test;

/**
 * A node that is another one in most respects.
 */
public abstract class ForwardingNode implements TestNode {

	private final TestNode server;

	/**
	 * Creates the node.
	 * @param server the other one
	 */
	protected ForwardingNode(TestNode server) {
		this.server = server;
	}

	@Override
	public int port() {
		return this.server.port();
	}

	@Override
	public abstract String uri();

	@Override
	public void kill() {
		this.server.kill();
	}

	@Override
	public void restart() {
		this.server.restart();
	}

	@Override
	public void pause() {
		this.server.pause();
	}

	@Override
	public void resume() {
		this.server.resume();
	}

	@Override
	public void reset() {
		this.server.reset();
	}

}
