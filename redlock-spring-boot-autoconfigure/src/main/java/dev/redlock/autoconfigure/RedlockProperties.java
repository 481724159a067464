package dev.redlock.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.Ordered;

/**
 * Properties of the locks. Their text never shows credentials. Switches are objects,
 * since an empty text, as of an optional placeholder, can't be bound to a primitive.
 *
 * @param enabled Whether to enable Redlock. If not, there is no Redlock bean, annotated
 * methods run without locks, and LockContext.currentLease() and assertHeld() throw. For
 * tests, InMemoryLocks takes its place.
 * @param nodes Comma-separated list of the addresses of independent Redis masters,
 * redis:// or rediss://.
 * @param keyPrefix Prefix of every key. Without one, other Redlock implementations on the
 * same nodes are excluded, too.
 * @param ttl Time to live of a lock that asks for none.
 * @param maxTtl Longest time to live that a lock may ask for.
 * @param waitTime Total time that an acquire may take. Zero means one attempt.
 * @param retry Pauses between attempts.
 * @param nodeTimeout Time after which the reply of a node is no vote any more.
 * @param driftFactor Share of the time to live by which clocks may drift.
 * @param driftAllowance Time by which clocks may drift whatever the time to live.
 * @param extension Extension of leases.
 * @param restartGuard Whether a node that has been up for less than max-ttl, or in the
 * place of another server for less than that, does not vote, as it may have forgotten
 * locks, unless it runs, and ran before, with appendonly yes, appendfsync always and
 * no-appendfsync-on-rewrite no; nor does one that was a replica less than that ago. By
 * default not for servers of Docker Compose or Testcontainers.
 * @param fencing Fencing tokens.
 * @param connectTimeout Timeout of a connection attempt, and of a connection that has
 * gone silent.
 * @param username Username for nodes whose address has no credentials.
 * @param password Password for nodes whose address has no credentials.
 * @param clientName Client name to be set on connections with CLIENT SETNAME.
 * @param ssl TLS settings.
 * @param pool Connections to each node.
 * @param aop Annotation support.
 * @param transaction Locks and transactions.
 * @param lockRegistry Locks for Spring Integration.
 * @param endpoint Actuator endpoint.
 * @param events Application events.
 */
@ConfigurationProperties("redlock")
public record RedlockProperties(@DefaultValue("true") Boolean enabled, @DefaultValue List<Node> nodes,
		@DefaultValue("") String keyPrefix, @DefaultValue("30s") Duration ttl, @DefaultValue("60s") Duration maxTtl,
		@DefaultValue("3s") Duration waitTime, @DefaultValue Retry retry, @DefaultValue("50ms") Duration nodeTimeout,
		@DefaultValue("0.01") double driftFactor, @DefaultValue("2ms") Duration driftAllowance,
		@DefaultValue Extension extension, @Nullable Boolean restartGuard, @DefaultValue Fencing fencing,
		@DefaultValue("1s") Duration connectTimeout, @Nullable String username, @Nullable String password,
		@DefaultValue("redlock") String clientName, @DefaultValue Ssl ssl, @DefaultValue Pool pool,
		@DefaultValue Aop aop, @DefaultValue Transaction transaction, @DefaultValue LockRegistry lockRegistry,
		@DefaultValue Endpoint endpoint, @DefaultValue Events events) {

	@Override
	public String toString() {
		return "RedlockProperties[nodes=" + this.nodes + "]";
	}

	/**
	 * An independent Redis master.
	 *
	 * @param uri Address, redis:// or rediss://, then [user:password@]host[:6379][/db].
	 * @param name Name in messages and meters. Defaults to host and port.
	 * @param ssl TLS settings of this node, in place of those for all.
	 */
	public record Node(String uri, @Nullable String name, @DefaultValue Ssl ssl) {

		/**
		 * Returns the node for an address.
		 * @param uri the address
		 * @return a node with a default name
		 */
		public static Node of(String uri) {
			return new Node(uri, null, new Ssl(null));
		}

		@Override
		public String toString() {
			return "Node[name=" + this.name + "]";
		}

	}

	/**
	 * Pauses between attempts.
	 *
	 * @param minDelay Shortest pause between two attempts.
	 * @param maxDelay Longest pause between two attempts.
	 */
	public record Retry(@DefaultValue("20ms") Duration minDelay, @DefaultValue("200ms") Duration maxDelay) {
	}

	/**
	 * Extension of leases.
	 *
	 * @param enabled Whether a lease is extended while its holder works.
	 * @param max Most extensions of one lease.
	 */
	public record Extension(@DefaultValue("true") Boolean enabled, @DefaultValue("100") int max) {
	}

	/**
	 * Fencing tokens.
	 *
	 * @param retention Time that the counter of an unused lock is kept.
	 */
	public record Fencing(@DefaultValue("7d") Duration retention) {
	}

	/**
	 * TLS settings.
	 *
	 * @param bundle SSL bundle for a rediss:// address. Without one, the trust store of
	 * the JVM is used.
	 */
	public record Ssl(@Nullable String bundle) {
	}

	/**
	 * Connections to each node.
	 *
	 * @param lanes Number of connections to each node, each of them shared by all
	 * threads.
	 */
	public record Pool(@DefaultValue("1") int lanes) {
	}

	/**
	 * Annotation support.
	 *
	 * @param mode How methods are guarded: by proxies of beans, or by AspectJ, which
	 * weaves classes when they are loaded and needs its agent.
	 * @param order Order of the lock among other advisors of proxies. By default outside
	 * transactions and caches.
	 */
	public record Aop(@DefaultValue("proxy") Mode mode, @DefaultValue("" + Aop.DEFAULT_ORDER) int order) {

		static final int DEFAULT_ORDER = Ordered.LOWEST_PRECEDENCE - 100;

	}

	/**
	 * Locks and transactions.
	 *
	 * @param releaseAfterCompletion Whether a lock that was acquired inside a transaction
	 * is kept until that has completed.
	 * @param commitGuard Whether a transaction fails to commit when a lock that it needs
	 * was lost.
	 */
	public record Transaction(@DefaultValue("true") Boolean releaseAfterCompletion,
			@DefaultValue("true") Boolean commitGuard) {
	}

	/**
	 * Locks for Spring Integration.
	 *
	 * @param enabled Whether to make a LockRegistry on top of the locks.
	 */
	public record LockRegistry(@DefaultValue("false") Boolean enabled) {
	}

	/**
	 * Actuator endpoint.
	 *
	 * @param releaseEnabled Whether the endpoint can release leases that this process
	 * holds.
	 */
	public record Endpoint(@DefaultValue("false") Boolean releaseEnabled) {
	}

	/**
	 * Application events.
	 *
	 * @param enabled Whether to publish what happens to locks and nodes as application
	 * events.
	 */
	public record Events(@DefaultValue("false") Boolean enabled) {
	}

	/**
	 * How methods are guarded.
	 */
	public enum Mode {

		/**
		 * By proxies of beans, which calls within an object do not pass.
		 */
		PROXY,

		/**
		 * By AspectJ, in the methods themselves.
		 */
		ASPECTJ

	}

}
