package dev.redlock.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.jedis.JedisNode;
import dev.redlock.jedis.JedisNodeSettings;
import dev.redlock.jedis.JedisResources;
import dev.redlock.node.RedlockNode;
import dev.redlock.node.RedlockNodeDecorator;
import dev.redlock.quorum.ExecutorTimer;
import dev.redlock.quorum.Timer;

/**
 * The nodes of an application, and the threads that they share: a timer, also for the
 * locks, and what reads replies. Nodes may be down when the application starts.
 */
public final class RedlockNodes implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(RedlockNodes.class);

	private final ScheduledThreadPoolExecutor executor;

	private final JedisResources resources;

	private final List<RedlockNode> nodes;

	RedlockNodes(List<JedisNodeSettings> settings, List<RedlockNodeDecorator> decorators) {
		warnAboutCount(settings.size());
		this.executor = timer();
		this.resources = new JedisResources(this.executor, System::nanoTime);
		List<RedlockNode> started = new ArrayList<>(settings.size());
		try {
			this.nodes = start(settings, decorators, started);
		}
		catch (RuntimeException | Error ex) {
			close(started);
			throw ex;
		}
	}

	private List<RedlockNode> start(List<JedisNodeSettings> settings, List<RedlockNodeDecorator> decorators,
			List<RedlockNode> started) {
		List<JedisNode> connecting = new ArrayList<>(settings.size());
		for (JedisNodeSettings node : settings) {
			JedisNode connected = JedisNode.start(node, this.resources);
			started.add(connected);
			connecting.add(connected);
		}
		awaitFirstAttempts(connecting, settings.get(0).connectTimeout());
		return connecting.stream().map((node) -> decorate(node, decorators)).toList();
	}

	private static ScheduledThreadPoolExecutor timer() {
		ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "redlock-timer");
			thread.setDaemon(true);
			return thread;
		});
		executor.setRemoveOnCancelPolicy(true);
		return executor;
	}

	private static void warnAboutCount(int count) {
		if (count < 3) {
			logger.warn("Redlock runs on {} node(s), and no lock can be acquired while one of them is down. "
					+ "Use at least 3 independent masters, ideally 5.", count);
		}
		else if (count % 2 == 0) {
			logger.warn("Redlock runs on {} nodes, which tolerate no more failures than {} would. "
					+ "Use an odd number of masters.", count, count - 1);
		}
	}

	private static void awaitFirstAttempts(List<JedisNode> nodes, Duration timeout) {
		long deadline = System.nanoTime() + timeout.toNanos();
		try {
			for (JedisNode node : nodes) {
				node.awaitFirstAttempt(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
				logger.debug("Node {} is {}", node, node.status());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static RedlockNode decorate(RedlockNode node, List<RedlockNodeDecorator> decorators) {
		RedlockNode decorated = node;
		for (RedlockNodeDecorator decorator : decorators) {
			decorated = decorator.decorate(decorated);
		}
		return decorated;
	}

	/**
	 * Returns the nodes.
	 * @return one per configured master, in the order of the configuration
	 */
	public List<RedlockNode> asList() {
		return this.nodes;
	}

	Timer asTimer() {
		return new ExecutorTimer(this.executor);
	}

	@Override
	public void close() {
		close(this.nodes);
	}

	private void close(List<RedlockNode> nodes) {
		nodes.forEach(RedlockNode::close);
		this.resources.close();
		this.executor.shutdownNow();
	}

}
