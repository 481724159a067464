package dev.redlock.acceptance;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.LockNotAcquiredException;
import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.jedis.JedisNodeSettings;
import dev.redlock.jedis.LibraryThreads;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.ForwardingNode;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Servers that must not vote (S9).
 */
@ExtendWith(OutputCaptureExtension.class)
class RestartGuardTests {

	private static final Duration MAX_TTL = Duration.ofSeconds(4);

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	@Test
	void aServerThatCameBackEmptyDoesNotVoteUntilAllLocksHaveExpired(CapturedOutput output) throws Exception {
		servers.all().forEach(TestNode::restart);
		try (Locks locks = guarded(servers.all())) {
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> locks.redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT))
				.satisfies((ex) -> {
					assertThat(ex.getVotes()).extracting(NodeVote::verdict).containsOnly(Verdict.QUARANTINED);
					assertThat(ex.getMessage()).contains("does not vote now, and votes again by itself in",
							"redlock.restart-guard=false switches this off");
				});
			assertThat(locks.node(0).status().state()).isEqualTo(State.QUARANTINED);
			assertThat(locks.node(0).status().detail()).contains("does not vote now, and votes again by itself in");
			assertThat(output).contains("127.0.0.1:" + servers.get(0).port()).contains("is in quarantine");
			locks.awaitUp();
			locks.redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT).close();
		}
	}

	@Test
	void aServerThatOnlyLostItsConnectionVotesAtOnce() throws Exception {
		Queue<State> told = new ConcurrentLinkedQueue<>();
		try (Locks locks = guarded(servers.all())) {
			locks.awaitUp();
			// A connection that is made anew counts the seconds anew, and rounds them
			// down.
			servers.get(0).awaitUptime(MAX_TTL.toSeconds() + 2);
			locks.node(0).onChange((change) -> told.add(change.to()));
			NodeStats.breakConnections(servers.get(0));
			locks.awaitUp();
			assertThat(told).doesNotContain(State.QUARANTINED);
			locks.redlock().acquire(AbstractAcceptanceTests.ONE_ATTEMPT).close();
		}
	}

	@Test
	void aServerThatWritesEveryChangeToDiskNeedsNoGuard() {
		servers.get(0).restart();
		servers.get(0).writeEveryChange();
		Duration longerThanTheTest = Duration.ofHours(1);
		try (Locks locks = Locks.over(servers.all().subList(0, 1),
				(node) -> node.withRestartGuard(longerThanTheTest))) {
			locks.awaitUp();
		}
		finally {
			servers.get(0).writeNoChange();
		}
	}

	@Test
	void aServerThatDoesNotWriteEveryChangeWhileItRewritesItsFileNeedsOne() {
		servers.get(0).restart();
		servers.get(0).writeEveryChange();
		servers.get(0).run(Command.CONFIG, "SET", "no-appendfsync-on-rewrite", "yes");
		try (Locks locks = guarded(servers.all().subList(0, 1))) {
			Awaitility.await().until(() -> locks.node(0).status().state() == State.QUARANTINED);
		}
		finally {
			servers.get(0).run(Command.CONFIG, "SET", "no-appendfsync-on-rewrite", "no");
			servers.get(0).writeNoChange();
		}
	}

	@Test
	void aReplicaNeverVotes() {
		servers.get(2).run(Command.REPLICAOF, "127.0.0.1", Integer.toString(servers.get(0).port()));
		try (Locks locks = Locks.over(servers.all())) {
			locks.awaitUp(2);
			assertThat(locks.node(2).status().state()).isEqualTo(State.DOWN);
			assertThat(locks.node(2).status().detail()).contains("is a replica", "list masters only");
		}
		finally {
			servers.get(2).run(Command.REPLICAOF, "NO", "ONE");
		}
	}

	@Test
	void oneServerUnderTwoNamesVotesOnce() {
		TestNode alias = new Alias(servers.get(0));
		try (Locks locks = Locks.over(List.of(servers.get(0), alias, servers.get(1)))) {
			locks.awaitUp(2);
			Awaitility.await()
				.until(() -> locks.node(0).status().detail() + locks.node(1).status().detail(),
						(detail) -> detail.contains("is the same server as node"));
		}
	}

	@Test
	void anEvictingServerIsWarnedAboutOnce(CapturedOutput output) {
		LibraryThreads threads = new LibraryThreads();
		servers.get(0).run(Command.CONFIG, "SET", "maxmemory", "100mb");
		servers.get(0).run(Command.CONFIG, "SET", "maxmemory-policy", "volatile-lru");
		try (Locks locks = Locks.over(servers.all(), RestartGuardTests::withFourLanes)) {
			locks.awaitUp();
			NodeStats.breakConnections(servers.get(0));
			locks.awaitUp();
			// Whatever is to be written has a thread until it is.
			Awaitility.await()
				.untilAsserted(() -> assertThat(threads.names()).noneMatch((name) -> name.startsWith("redlock-log-")));
			assertThat(output).containsOnlyOnce("may evict locks");
		}
		finally {
			servers.get(0).run(Command.CONFIG, "SET", "maxmemory", "0");
		}
	}

	private static JedisNodeSettings withFourLanes(JedisNodeSettings of) {
		return new JedisNodeSettings(of.name(), of.uri(), null, null, of.clientName(), of.nodeTimeout(),
				of.connectTimeout(), of.restartGuard(), 4, null);
	}

	private static Locks guarded(List<TestNode> nodes) {
		return Locks.over(nodes, (node) -> node.withRestartGuard(MAX_TTL));
	}

	/**
	 * A server by its other name.
	 */
	private static final class Alias extends ForwardingNode {

		Alias(TestNode server) {
			super(server);
		}

		@Override
		public String uri() {
			return "redis://localhost:" + port();
		}

	}

}
