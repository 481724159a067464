package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;
import dev.redlock.node.ReleaseWatch;

/**
 * One connection to a {@link ScriptedServer} that behaves as a test says and keeps the
 * contract of {@link RedlockNode}. Records every command that it was asked to send.
 */
final class ScriptedNode implements RedlockNode {

	static final Duration NODE_TIMEOUT = Duration.ofMillis(50);

	private final String name;

	private final VirtualTime time;

	private final ScriptedServer server;

	/**
	 * Made once, since thousands of histories need millions.
	 */
	private final IllegalStateException noConnection;

	private final List<NodeCommand> received = new CopyOnWriteArrayList<>();

	private final List<Call> unanswered = new CopyOnWriteArrayList<>();

	private final List<Call> backlog = new CopyOnWriteArrayList<>();

	private final Debts debts;

	private volatile ScriptedConnection connection;

	private volatile Behaviour behaviour = Behaviour.ANSWERING;

	private volatile Delays delays = Delays.NONE;

	private volatile Runnable beforeNext = () -> {
	};

	ScriptedNode(String name, VirtualTime time, ScriptedServer server) {
		this.name = name;
		this.noConnection = new IllegalStateException("no connection to " + name);
		this.time = time;
		this.server = server;
		this.debts = new Debts(time);
		this.connection = new ScriptedConnection(time);
	}

	/**
	 * The node answers at once. What a paused server had not read yet is carried out, and
	 * owed releases are paid.
	 */
	void answers() {
		become(Behaviour.ANSWERING, Delays.NONE);
	}

	/**
	 * The node answers after a while.
	 * @param toServer the time until the server carries a command out
	 * @param toClient the time that the answer needs from there
	 */
	void answersAfter(Duration toServer, Duration toClient) {
		become(Behaviour.ANSWERING, new Delays(Duration.ZERO, Duration.ZERO, toServer, toClient));
	}

	/**
	 * Commands wait for a while before they are written.
	 */
	void writesAfter(Duration untilWritten) {
		become(Behaviour.ANSWERING, new Delays(Duration.ZERO, untilWritten, Duration.ZERO, Duration.ZERO));
	}

	/**
	 * Every call of send keeps its caller busy for a while.
	 */
	void keepsSenderBusyFor(Duration sending) {
		become(Behaviour.ANSWERING, new Delays(sending, Duration.ZERO, Duration.ZERO, Duration.ZERO));
	}

	/**
	 * Something happens once, when the node is about to send the next command.
	 */
	void beforeNext(Runnable event) {
		this.beforeNext = () -> {
			this.beforeNext = () -> {
			};
			event.run();
		};
	}

	/**
	 * The node behaves in another way from now on.
	 */
	void become(Behaviour behaviour) {
		become(behaviour, Delays.NONE);
	}

	private void become(Behaviour behaviour, Delays delays) {
		this.behaviour = behaviour;
		this.delays = delays;
		if (behaviour == Behaviour.UNREACHABLE) {
			disconnect();
		}
		else if (behaviour != Behaviour.PAUSED) {
			List<Call> unread = List.copyOf(this.backlog);
			this.backlog.clear();
			unread.forEach(this::carryOut);
			this.debts.pay(this.server::apply);
		}
	}

	private void disconnect() {
		this.connection = new ScriptedConnection(this.time);
		List<Call> lost = List.copyOf(this.unanswered);
		this.unanswered.clear();
		lost.forEach((call) -> {
			owe(call);
			call.reply.complete(unreachable());
		});
	}

	private NodeReply unreachable() {
		return NodeReply.unreachable(this.noConnection);
	}

	private void owe(Call call) {
		if (call.command instanceof Release release) {
			this.debts.add(release);
		}
		else if (call.command.mayGrant() && call.written) {
			this.debts.addUnanswered(call.command);
		}
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public NodeStatus status() {
		return new NodeStatus((this.behaviour == Behaviour.UNREACHABLE) ? State.DOWN : State.UP, "");
	}

	@Override
	public CompletionStage<NodeReply> send(NodeCommand command) {
		this.beforeNext.run();
		this.received.add(command);
		this.time.jump(this.delays.sending());
		Call call = new Call(command, this.connection);
		switch (this.behaviour) {
			case THROWING -> throw new IllegalStateException("scripted to throw");
			case THROWING_ERRORS -> throw new NoClassDefFoundError("scripted to throw");
			case UNREACHABLE -> {
				owe(call);
				return CompletableFuture.completedFuture(unreachable());
			}
			case FAILING -> {
				return CompletableFuture.completedFuture(failed());
			}
			case QUARANTINED -> {
				if (command.isVote()) {
					return CompletableFuture
						.completedFuture(NodeReply.quarantined(new IllegalStateException("in quarantine")));
				}
			}
			default -> {
			}
		}
		this.unanswered.add(call);
		Timer.Timeout timeout = this.time.after(NODE_TIMEOUT.toNanos(), () -> call.reply.complete(NodeReply.TIMED_OUT));
		call.reply.whenComplete((reply, ex) -> timeout.cancel());
		this.connection.writer().pass(this.delays.untilWritten(), () -> write(call));
		return call.reply;
	}

	/**
	 * Tells of releases as fast as the node answers; it is silent whenever it does not.
	 */
	@Override
	public ReleaseWatch watch(String key, Consumer<String> released) {
		if (this.behaviour == Behaviour.THROWING_ERRORS) {
			throw new NoClassDefFoundError("scripted to throw");
		}
		ReleaseWatch watch = this.server.watchers().watch(this, key, (release) -> announce(released, release));
		announce(released, "");
		return watch;
	}

	private void announce(Consumer<String> released, String release) {
		if (this.behaviour == Behaviour.ANSWERING) {
			Duration delay = this.delays.toServer().plus(this.delays.toClient());
			this.time.after(delay.toNanos(), () -> released.accept(release));
		}
	}

	private static NodeReply failed() {
		return NodeReply.failed(new IllegalStateException("OOM command not allowed"));
	}

	private void write(Call call) {
		boolean abandoned = call.reply.isDone() && !(call.command instanceof Release);
		if (!abandoned && call.connection == this.connection) {
			call.written = true;
			call.connection.toServer().pass(this.delays.toServer(), () -> arrive(call));
		}
	}

	private void arrive(Call call) {
		if (call.connection != this.connection) {
			return;
		}
		if (this.behaviour == Behaviour.PAUSED) {
			this.backlog.add(call);
		}
		else if (this.behaviour == Behaviour.BREAKING_BEFORE_THE_SERVER) {
			become(Behaviour.UNREACHABLE);
		}
		else {
			carryOut(call);
		}
	}

	private void carryOut(Call call) {
		NodeReply result = this.server.apply(call.command);
		if (this.behaviour == Behaviour.BREAKING_AFTER_THE_SERVER) {
			become(Behaviour.UNREACHABLE);
		}
		else if (this.behaviour != Behaviour.SILENT) {
			NodeReply reply = (this.behaviour == Behaviour.FAILING_AFTER_DOING) ? failed() : result;
			call.connection.toClient().pass(this.delays.toClient(), () -> answer(call, reply));
		}
	}

	private void answer(Call call, NodeReply reply) {
		if (this.unanswered.remove(call)) {
			call.reply.complete(reply);
		}
	}

	/**
	 * Returns the commands that the node was asked to send, in order.
	 */
	List<NodeCommand> received() {
		return List.copyOf(this.received);
	}

	<T extends NodeCommand> List<T> received(Class<T> type) {
		return this.received.stream().filter(type::isInstance).map(type::cast).toList();
	}

	ScriptedServer server() {
		return this.server;
	}

	@Override
	public void close() {
		become(Behaviour.UNREACHABLE);
	}

	private static final class Call {

		private final NodeCommand command;

		private final ScriptedConnection connection;

		private final CompletableFuture<NodeReply> reply = new CompletableFuture<>();

		private volatile boolean written;

		private Call(NodeCommand command, ScriptedConnection connection) {
			this.command = command;
			this.connection = connection;
		}

	}

}
