package dev.redlock.benchmarks.contender;

import java.util.Arrays;
import java.util.List;

/**
 * The kinds of contenders.
 */
public enum Kind {

	/**
	 * This library, auto-configured, with meters and automatic extension.
	 */
	OURS("ours", Ours::new),

	/**
	 * Redisson's Redlock over all nodes.
	 */
	REDISSON_REDLOCK("Redisson RedLock", RedissonContender::redLock),

	/**
	 * Redisson's lock on one node.
	 */
	REDISSON_RLOCK("Redisson RLock, 1 node", RedissonContender::oneNode),

	/**
	 * Redlock by blocking calls, one node after the other.
	 */
	JEDIS_SEQUENTIAL("sequential Jedis Redlock", SequentialRedlock::new),

	/**
	 * Redlock by blocking calls on a thread pool.
	 */
	JEDIS_THREAD_POOL("thread-pool Jedis Redlock", ThreadPoolRedlock::new),

	/**
	 * Redlock by asynchronous calls, back at the quorum.
	 */
	LETTUCE_QUORUM("Lettuce quorum fan-out", LettuceQuorum::new),

	/**
	 * ShedLock on one node.
	 */
	SHEDLOCK("ShedLock, 1 node", ShedLock::new),

	/**
	 * Spring Integration's lock registry on one node.
	 */
	SPRING_INTEGRATION("Spring Integration, 1 node", SpringIntegration::new),

	/**
	 * The floor: what two commands on one node cost.
	 */
	JEDIS_ONE_NODE("plain Jedis SET NX PX, 1 node", OneNode::new);

	private final String title;

	private final Factory factory;

	Kind(String title, Factory factory) {
		this.title = title;
		this.factory = factory;
	}

	/**
	 * Returns the name of the contender in tables.
	 * @return the title
	 */
	public String title() {
		return this.title;
	}

	/**
	 * Connects a contender.
	 * @param uris the nodes; a contender on one node takes the first
	 * @param threads how many threads will use it at most
	 * @return the contender
	 */
	public Contender open(List<String> uris, int threads) {
		return this.factory.open(uris, threads);
	}

	/**
	 * Finds a contender.
	 * @param title its title
	 * @return the contender
	 */
	public static Kind of(String title) {
		return Arrays.stream(values()).filter((kind) -> kind.title.equals(title)).findFirst().orElseThrow();
	}

	/**
	 * Connects contenders of one kind.
	 */
	private interface Factory {

		Contender open(List<String> uris, int threads);

	}

}
