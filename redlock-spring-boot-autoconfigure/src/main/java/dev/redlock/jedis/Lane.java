package dev.redlock.jedis;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReplyReceiver;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.PendingReply;

/**
 * One of a node's connection slots. Outlives its connections: reconnects, and keeps the
 * releases that are owed meanwhile. It has a thread only while it connects. While there
 * is no connection, or the server is silent, commands fail at once (S5) and releases are
 * owed (S4).
 */
final class Lane implements LinkOwner, LaneCycle {

	private final Reconnection reconnection;

	private final Connector connector;

	private final Watchdog watchdog;

	private final LongSupplier clock;

	private final Duration nodeTimeout;

	private final ReleaseDebts debts;

	private final StateTeller state;

	private final FirstAttempt firstAttempt = new FirstAttempt();

	private final CountDownLatch closed = new CountDownLatch(1);

	private volatile @Nullable Link link;

	private volatile @Nullable String version;

	private volatile NodeUnreachableException reason = new NodeUnreachableException("not connected yet", null);

	/**
	 * Creates a lane.
	 * @param connector brings it its connections
	 * @param settings how to use the node
	 * @param resources what all nodes share
	 * @param state told when {@link #status} may have changed
	 */
	Lane(Connector connector, JedisNodeSettings settings, JedisResources resources, StateTeller state) {
		this.reconnection = new Reconnection(new Background("redlock-connect-" + settings.name(), resources.timer()),
				this);
		this.connector = connector;
		this.state = state;
		this.clock = resources.clock();
		this.watchdog = new Watchdog(() -> this.link, settings, resources.timer(), this.clock,
				connector.server()::replicaCheck, this::makeUp);
		this.nodeTimeout = settings.nodeTimeout();
		this.debts = new ReleaseDebts(() -> this.link, this.clock, this.watchdog::watch);
	}

	void start() {
		this.reconnection.begin();
		this.watchdog.start();
	}

	PendingReply prepare(NodeCommand command, NodeReplyReceiver receiver) {
		Link link = this.link;
		if (link == null || link.isLate()) {
			return refuse(command, link, receiver);
		}
		long now = receiver.askedAt(this.clock);
		long quarantineNanos = link.quarantineNanos(now);
		if (command.isVote() && quarantineNanos > 0) {
			Duration left = Duration.ofNanos(quarantineNanos);
			receiver.accept(NodeReply.quarantined(new NodeUnreachableException(RestartGuard.explain(left), null)), 0);
			return PendingReply.NONE;
		}
		Call call = Call.of(command, this.debts.guard(command, receiver), now);
		link.add(call);
		this.watchdog.watch();
		return call;
	}

	private PendingReply refuse(NodeCommand command, @Nullable Link link, NodeReplyReceiver receiver) {
		if (command instanceof Release release) {
			this.debts.add(release, link);
		}
		receiver.accept(NodeReply.unreachable(whyDown(link)), 0);
		return PendingReply.NONE;
	}

	private NodeUnreachableException whyDown(@Nullable Link link) {
		return (link != null) ? new NodeUnreachableException("the server does not answer in time", null) : this.reason;
	}

	@Override
	public @Nullable Link newLink() throws InterruptedException {
		return this.connector.connect(this, this.closed, this::onConnectFailure);
	}

	@Override
	public void serve(Link link) {
		if (publish(link)) {
			start(link);
		}
		else {
			this.reconnection.begin();
		}
		if (!isOpen()) {
			link.close(null);
		}
		this.firstAttempt.over(this.state);
	}

	private boolean publish(Link link) {
		try {
			this.debts.payTo(link);
			this.version = this.connector.server().version();
			this.link = link;
			this.debts.pay();
			return true;
		}
		catch (Throwable ex) {
			// While nobody else connects, who would not have parted with this link.
			giveUp(link, ex);
			return false;
		}
		finally {
			this.reconnection.over();
		}
	}

	/**
	 * Lets the link be used. From here on it may end, which must not come before it is
	 * published, and whoever starts it is told of its end, once.
	 */
	private void start(Link link) {
		try {
			link.start();
		}
		catch (Throwable ex) {
			giveUp(link, ex);
		}
	}

	private void giveUp(Link link, Throwable cause) {
		try {
			link.close(cause);
		}
		finally {
			// Nobody else tells of the end of a link that has not begun.
			onEnd(link, cause);
		}
	}

	@Override
	public void onEnd(Link link, @Nullable Throwable cause) {
		this.reconnection.after(link, cause);
	}

	@Override
	public void partWith(Link link, @Nullable Throwable cause) {
		// Not before, or another one would be connected and then be parted with.
		if (this.link == link) {
			this.link = null;
		}
		this.reason = new NodeUnreachableException(
				"the connection was lost" + ((cause != null) ? ": " + text(cause) : ""), cause);
		link.end();
		this.connector.ended(link);
		if (isOpen()) {
			// Before it connects anew, or nobody would see that the lane was down.
			this.state.tell();
		}
	}

	private void makeUp() {
		this.reconnection.makeUp();
		this.debts.retry();
		this.debts.pay();
	}

	private void onConnectFailure(Throwable ex) {
		this.reason = new NodeUnreachableException(text(ex), ex);
		this.firstAttempt.over(this.state);
	}

	private static String text(Throwable cause) {
		return Objects.requireNonNullElseGet(cause.getMessage(), cause::toString);
	}

	@Override
	public void onLate() {
		this.state.tell();
	}

	@Override
	public void onCaughtUp(Link link) {
		if (link.punctuality().wantsProbe()) {
			link.send(this.connector.server().replicaCheck());
		}
		this.debts.payTo(link);
	}

	@Override
	public void onPunctual() {
		this.state.tell();
		this.debts.pay();
	}

	@Override
	public void onReplica() {
		this.connector.server().metReplica();
	}

	@Override
	public void onRefusal(JedisDataException refusal) {
		this.connector.server().refusesLocks(refusal);
	}

	@Override
	public void onRefused(Call release) {
		this.debts.addRefused(release);
	}

	@Override
	public void onOwed(Release release) {
		this.debts.add(release, null);
	}

	@Override
	public void onPaid(Call payment) {
		this.debts.paid(payment);
	}

	@Override
	public void onOrphan(Call call, boolean written) {
		this.debts.addOrphan(call, written);
		call.complete(NodeReply.unreachable(this.reason), this.clock.getAsLong());
		this.debts.pay();
	}

	NodeStatus status() {
		Link link = this.link;
		return (link == null || link.isLate()) ? LaneStatus.down(whyDown(link), this.version)
				: LaneStatus.connected(link, this.version, this.clock.getAsLong());
	}

	@Override
	public boolean isLinked() {
		return this.link != null;
	}

	@Override
	public boolean isOpen() {
		return this.closed.getCount() > 0;
	}

	FirstAttempt firstAttempt() {
		return this.firstAttempt;
	}

	/**
	 * Closes the connection after the server has answered what was sent so far, or the
	 * node time-out.
	 */
	void close() {
		Link link = this.link;
		if (link != null) {
			LastAnswers.await(link, this.clock, this.nodeTimeout);
		}
		this.closed.countDown();
		this.watchdog.stop();
		Link present = this.link;
		if (present != null) {
			present.close(null);
		}
	}

}
