package dev.redlock.jedis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPool;

import dev.redlock.node.NodeChange;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReplyReceiver;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.PendingReply;
import dev.redlock.node.RedlockNode;
import dev.redlock.node.ReleaseWatch;

/**
 * A Redis master on a pool of Jedis connections, each of them shared by all threads as a
 * lane. Connects, and connects again, in the background. Thread-safe.
 */
public final class JedisNode implements RedlockNode {

	private final JedisNodeSettings settings;

	private final JedisResources resources;

	private final ConnectionPool pool;

	private final List<Lane> lanes = new ArrayList<>();

	private final Subscriber subscriber;

	private final StateWatch state;

	private final StateLog log;

	private JedisNode(JedisNodeSettings settings, JedisResources resources) {
		this.settings = settings;
		this.resources = resources;
		InOrder lines = new InOrder(new Background("redlock-log-" + settings.name(), resources.timer()));
		this.log = new StateLog(settings.toString(), this::loggedStatus, lines, resources.timer(), resources.clock());
		this.pool = new ConnectionPool(
				new LaneConnectionFactory(settings, ConnectDeadline.of(settings, resources.timer())),
				new LanePoolConfig());
		this.state = new StateWatch(settings.name(), this::present, resources.timer(), resources.clock());
		FormerServers former = new FormerServers(resources.clock(), memory(settings));
		NodeIdentity identity = new NodeIdentity(settings.name());
		NodeWarnings warnings = new NodeWarnings(settings.toString(), lines, resources.clock());
		StateTeller teller = new StateTeller(this::stateMayHaveChanged, lines);
		for (int i = 0; i < settings.lanes(); i++) {
			Connector connector = new Connector(identity, this.pool, settings, resources, former, warnings);
			this.lanes.add(new Lane(connector, settings, resources, teller));
		}
		this.subscriber = new Subscriber(
				new SubscriberWires(settings, resources, this::isConnected, former::latest, warnings),
				resources.timer());
	}

	/**
	 * Starts to connect to a node. Returns at once, whether the node is up or not.
	 * @param settings how to reach and use the node
	 * @param resources what all nodes share; their owner closes them after the node
	 * @return the node
	 */
	public static JedisNode start(JedisNodeSettings settings, JedisResources resources) {
		JedisNode node = new JedisNode(settings, resources);
		// The end of a quarantine is noticed by nobody else.
		node.state.listen((change) -> node.log.update());
		node.lanes.forEach(Lane::start);
		return node;
	}

	private static Duration memory(JedisNodeSettings settings) {
		Duration restartGuard = settings.restartGuard();
		return (restartGuard != null) ? restartGuard : Duration.ZERO;
	}

	/**
	 * Waits until every lane has tried to connect once, so that the first lock does not
	 * find cold connections.
	 * @param timeout the longest wait
	 * @throws InterruptedException if the calling thread was interrupted
	 */
	public void awaitFirstAttempt(Duration timeout) throws InterruptedException {
		long deadline = this.resources.clock().getAsLong() + timeout.toNanos();
		for (Lane lane : this.lanes) {
			lane.firstAttempt().await(Duration.ofNanos(deadline - this.resources.clock().getAsLong()));
		}
	}

	@Override
	public String name() {
		return this.settings.name();
	}

	@Override
	public NodeStatus status() {
		return this.state.status();
	}

	private NodeStatus present() {
		for (Lane lane : this.lanes) {
			NodeStatus status = lane.status();
			if (status.state() != State.UP) {
				return status;
			}
		}
		return this.lanes.get(0).status();
	}

	private boolean isConnected() {
		return present().state() != State.DOWN;
	}

	private void stateMayHaveChanged() {
		this.state.mayHaveChanged();
		this.log.update();
	}

	@Override
	public void onChange(Consumer<NodeChange> listener) {
		this.state.listen(listener);
	}

	/**
	 * Returns the status once every lane has tried to connect, until the node is closed.
	 */
	private @Nullable NodeStatus loggedStatus() {
		return this.lanes.stream().allMatch((lane) -> lane.firstAttempt().isOver() && lane.isOpen()) ? status() : null;
	}

	@Override
	public CompletionStage<NodeReply> send(NodeCommand command) {
		ReplyFuture reply = new ReplyFuture();
		reply.abandonOnCancel(send(command, reply::complete));
		return reply;
	}

	@Override
	public PendingReply send(NodeCommand command, NodeReplyReceiver receiver) {
		PendingReply pending = prepare(command, receiver);
		pending.flush();
		return pending;
	}

	@Override
	public PendingReply prepare(NodeCommand command, NodeReplyReceiver receiver) {
		// A key stays on one lane, so that its commands keep their order.
		int lane = Math.floorMod(command.keys().get(0).hashCode(), this.lanes.size());
		return this.lanes.get(lane).prepare(command, receiver);
	}

	@Override
	public boolean measuresCalls() {
		return true;
	}

	@Override
	public ReleaseWatch watch(String key, Consumer<String> released) {
		return this.subscriber.watch(key, released);
	}

	@Override
	public void close() {
		this.state.close();
		this.subscriber.close();
		this.lanes.forEach(Lane::close);
		this.pool.close();
	}

	@Override
	public String toString() {
		return this.settings.toString();
	}

}
