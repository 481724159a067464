package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

import dev.redlock.Lease;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.RedlockListener;
import dev.redlock.node.NodeCommand;
import dev.redlock.node.RedlockNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Some scripted servers, one connection to each, and the locks of one process on them.
 */
final class Cluster {

	static final String KEY = "order:42";

	static final Duration TTL = Duration.ofSeconds(10);

	/**
	 * Ten seconds less 1% and 2 ms.
	 */
	static final Duration FULL_VALIDITY = Duration.ofMillis(9898);

	/**
	 * Asks for {@link #KEY} with one attempt.
	 */
	static final LockRequest ONE_ATTEMPT = LockRequest.of(KEY).withTtl(TTL).withWaitTime(Duration.ZERO);

	/**
	 * Asks for {@link #KEY} for up to three seconds.
	 */
	static final LockRequest PATIENT = ONE_ATTEMPT.withWaitTime(Duration.ofSeconds(3));

	private final VirtualTime time;

	private final List<ScriptedServer> servers;

	private final List<ScriptedNode> nodes = new ArrayList<>();

	private final RecordingListener events = new RecordingListener();

	private final QuorumSettings settings;

	private final QuorumRedlock redlock;

	Cluster(int size) {
		this(size, Cluster.defaults());
	}

	Cluster(int size, QuorumSettings settings) {
		this(size, settings, Runnable::run);
	}

	Cluster(int size, QuorumSettings settings, Executor callbacks, RedlockListener... listeners) {
		this(servers(size), settings, callbacks, listeners);
	}

	private Cluster(List<ScriptedServer> servers, QuorumSettings settings, Executor callbacks,
			RedlockListener... listeners) {
		this.time = servers.get(0).time();
		this.servers = servers;
		this.settings = settings;
		for (int i = 0; i < servers.size(); i++) {
			this.nodes.add(new ScriptedNode("redis-" + i, this.time, servers.get(i)));
		}
		List<RedlockListener> all = new ArrayList<>(List.of(listeners));
		all.add(this.events);
		this.redlock = new QuorumRedlock(this.nodes, settings, this.time, this.time, callbacks, all);
	}

	private static List<ScriptedServer> servers(int size) {
		VirtualTime time = new VirtualTime();
		return Stream.generate(() -> new ScriptedServer(time)).limit(size).toList();
	}

	/**
	 * Returns the default settings, but without automatic extension, which has tests of
	 * its own.
	 */
	static QuorumSettings defaults() {
		return QuorumSettings.defaults().withAutoExtend(false);
	}

	/**
	 * Returns another process with connections of its own to the same servers.
	 */
	Cluster anotherClient() {
		return new Cluster(this.servers, this.settings, Runnable::run);
	}

	VirtualTime time() {
		return this.time;
	}

	RecordingListener events() {
		return this.events;
	}

	QuorumRedlock redlock() {
		return this.redlock;
	}

	List<ScriptedNode> nodes() {
		return this.nodes;
	}

	List<ScriptedNode> nodes(int from, int to) {
		return this.nodes.subList(from, to);
	}

	ScriptedNode node(int index) {
		return this.nodes.get(index);
	}

	ScriptedServer server(int index) {
		return this.servers.get(index);
	}

	/**
	 * Sets the key on some servers as another owner does.
	 */
	void holdByAnother(int from, int to) {
		this.servers.subList(from, to).forEach((server) -> server.put(KEY, "another owner"));
	}

	/**
	 * Acquires {@link #KEY}; the nodes must answer at once.
	 */
	Lease acquire() {
		return acquire(ONE_ATTEMPT);
	}

	/**
	 * Acquires a lock and lets as much time pass as that takes.
	 */
	Lease acquire(LockRequest request) {
		return this.time.passUntilDone(start(request)).join();
	}

	/**
	 * Starts to acquire a lock. No time passes.
	 */
	CompletableFuture<Lease> start(LockRequest request) {
		return this.redlock.acquireAsync(request);
	}

	/**
	 * Starts to acquire a lock with pauses that are the same every time.
	 */
	CompletableFuture<QuorumLease> start(LockRequest request, Random random) {
		List<RedlockNode> nodes = List.copyOf(this.nodes);
		Engine engine = new Engine(nodes, this.settings, this.time, this.time, new TokenSource(), random, Runnable::run,
				new Listeners(List.of(this.events)), new OpenLocks(), new LocalQueues(nodes, this.time,
						new OthersFirst(nodes, this.time, this.time, this.settings.retryDelay())),
				new Patience());
		Acquisition acquisition = new Acquisition(engine, Terms.of(request, this.settings));
		CompletableFuture<QuorumLease> result = acquisition.start();
		acquisition.expireOnTime();
		return result;
	}

	/**
	 * Fails to acquire a lock and lets as much time pass as that takes.
	 */
	LockNotAcquiredException failure(LockRequest request) {
		return failure(start(request));
	}

	LockNotAcquiredException failure(CompletableFuture<Lease> future) {
		Throwable failure = this.time.passUntilDone(future).handle((lease, ex) -> ex).join();
		assertThat(failure).isInstanceOf(LockNotAcquiredException.class);
		return (LockNotAcquiredException) failure;
	}

	/**
	 * Returns the values of the key on the servers that have one.
	 */
	List<String> values(String key) {
		return this.servers.stream().map((server) -> server.get(key)).filter(Objects::nonNull).toList();
	}

	/**
	 * Returns all tokens that this process ever sent.
	 */
	List<String> tokens() {
		return this.nodes.stream()
			.flatMap((node) -> node.received().stream())
			.map(NodeCommand::token)
			.distinct()
			.toList();
	}

	/**
	 * Checks that no server has a key of this process after all can be reached again.
	 */
	void assertNothingLeft(String... keys) {
		this.nodes.forEach(ScriptedNode::answers);
		this.time.advance(ScriptedNode.NODE_TIMEOUT.multipliedBy(2));
		for (String key : keys) {
			assertThat(values(key)).as(key).doesNotContainAnyElementsOf(tokens());
		}
	}

}
