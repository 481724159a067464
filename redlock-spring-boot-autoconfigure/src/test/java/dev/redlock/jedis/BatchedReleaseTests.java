package dev.redlock.jedis;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.ReleaseWatch;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Releases of several leases that reach a server together.
 */
@Timeout(60)
class BatchedReleaseTests {

	private static final String USER = "app";

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final TestNode server = servers.get(0);

	@RegisterExtension
	final StartedNodes nodes = new StartedNodes();

	@BeforeEach
	void connect() {
		this.server.run(Command.FLUSHALL);
		this.server.run(Command.CONFIG, "RESETSTAT");
		this.server.run(Command.ACL, "SETUSER", USER, "reset", "on", ">secret", "~order:*", "&*", "+@all");
		JedisNodeSettings of = JedisNodeSettings.of(NodeUri.parse(this.server.uri()));
		this.nodes.start(new JedisNodeSettings(of.name(), of.uri(), USER, "secret", "redlock", Duration.ofSeconds(20),
				Duration.ofSeconds(5), null, 1, null));
		Awaitility.await().until(() -> this.nodes.get(0).status().state() == State.UP);
	}

	@Test
	void theyCostTheServerOneCommandAndEachGetsItsOwnAnswer() {
		hold("order:1", "order:2", "order:3");
		this.server.set("order:4", "somebody else");
		this.server.run(Command.LPUSH, "order:5", "no string");
		long scripts = scripts();
		assertThat(kinds(release("order:1", "order:4", "order:2", "order:5", "order:6", "order:3")))
			.containsExactly(Kind.DONE, Kind.FOREIGN, Kind.DONE, Kind.FOREIGN, Kind.ABSENT, Kind.DONE);
		assertThat(scripts()).isEqualTo(scripts + 1);
		assertThat(exists("order:1", "order:2", "order:3", "order:4", "order:5", "order:6")).isEqualTo(2);
		assertThat(this.server.get("order:4")).isEqualTo("somebody else");
	}

	@Test
	void aTokenIsNotTakenForThoseOfTwoKeysNorTwoForOne() {
		this.server.set("order:1", "one");
		this.server.set("order:2", "two three");
		assertThat(releaseBoth("one two", "three")).containsOnly(Kind.FOREIGN);
		assertThat(releaseBoth("one", "two three")).containsOnly(Kind.DONE);
	}

	@Test
	void whatStandsForTheTokensOfAllKeysIsForeign() {
		this.server.set("order:1", "one two");
		this.server.set("order:2", "");
		assertThat(releaseBoth("one", "two")).containsOnly(Kind.FOREIGN);
		assertThat(exists("order:1", "order:2")).isEqualTo(2);
	}

	private List<Kind> releaseBoth(String firstToken, String secondToken) {
		return kinds(together(new Release(List.of("order:1"), firstToken, 20_000, true),
				new Release(List.of("order:2"), secondToken, 20_000, true)));
	}

	@Test
	void whoWatchesOneOfTheKeysIsToldAndOnlyItsReleaseSaysSo() {
		hold("order:1", "order:2", "order:3");
		CompletableFuture<String> told = new CompletableFuture<>();
		ReleaseWatch watch = this.nodes.get(0).watch("order:2", (release) -> {
			if (!release.isEmpty()) {
				told.complete(release);
			}
		});
		Awaitility.await().until(watch::isListening);
		assertThat(release("order:1", "order:2", "order:3")).extracting(NodeReply::number).containsExactly(0L, 1L, 0L);
		assertThat(told.orTimeout(5, TimeUnit.SECONDS).join()).isEqualTo(token("order:2").substring(0, 8));
		watch.close();
	}

	@Test
	void aReleaseAloneIsToldToo() {
		hold("order:1");
		CompletableFuture<String> told = new CompletableFuture<>();
		ReleaseWatch watch = this.nodes.get(0).watch("order:1", told::complete);
		assertThat(told.orTimeout(5, TimeUnit.SECONDS).join()).isEmpty();
		assertThat(release("order:1")).extracting(NodeReply::number).containsExactly(1L);
		watch.close();
	}

	@Test
	void theServerPublishesNothingWhileNobodyListens() {
		releaseTogetherAndAlone();
		assertThat(calls("publish")).isZero();
		ReleaseWatch watch = listen("order:7");
		releaseTogetherAndAlone();
		assertThat(calls("publish")).isEqualTo(3);
		long connections = connections();
		watch.close();
		Awaitility.await().until(() -> listeners(":released") == 0);
		assertThat(connections()).isEqualTo(connections);
		releaseTogetherAndAlone();
		assertThat(calls("publish")).isEqualTo(3);
	}

	@Test
	void aServerThatDoesNotSayWhetherSomebodyListensPublishes() {
		this.server.run(Command.ACL, "SETUSER", USER, "-pubsub");
		releaseTogetherAndAlone();
		assertThat(calls("publish")).isEqualTo(3);
	}

	@Test
	void whoeverIsLeftOfThoseWhoListenIsStillTold() {
		ReleaseWatch other = listen("order:2");
		listen("order:1").close();
		Awaitility.await().until(() -> listeners("order:1:released") == 0);
		hold("order:2");
		assertThat(release("order:2")).extracting(NodeReply::number).containsExactly(1L);
		other.close();
	}

	@Test
	void whoWouldNeverBeToldDoesNotListen() {
		this.server.run(Command.ACL, "LOG", "RESET");
		this.server.run(Command.ACL, "SETUSER", USER, "resetchannels", "&order:*");
		ReleaseWatch watch = this.nodes.get(0).watch("order:1", (release) -> {
		});
		Awaitility.await()
			.pollDelay(Duration.ofMillis(100))
			.until(() -> !((List<?>) this.server.run(Command.ACL, "LOG")).isEmpty());
		assertThat(listeners("order:1:released")).isZero();
		assertThat(watch.isListening()).isFalse();
		watch.close();
	}

	private void releaseTogetherAndAlone() {
		hold("order:1", "order:2", "order:3");
		assertThat(kinds(release("order:1", "order:2", "order:9"))).containsExactly(Kind.DONE, Kind.DONE, Kind.ABSENT);
		assertThat(kinds(release("order:3"))).containsOnly(Kind.DONE);
	}

	private ReleaseWatch listen(String key) {
		ReleaseWatch watch = this.nodes.get(0).watch(key, (release) -> {
		});
		Awaitility.await().until(watch::isListening);
		return watch;
	}

	private long connections() {
		return ((String) this.server.run(Command.CLIENT, "LIST")).lines().count();
	}

	private long listeners(String channel) {
		return (Long) ((List<?>) this.server.run(Command.PUBSUB, "NUMSUB", channel)).get(1);
	}

	@Test
	void aServerThatForgotTheScriptLearnsItAgain() {
		for (int i = 0; i < 2; i++) {
			hold("order:1", "order:2", "order:3");
			this.server.run(Command.SCRIPT, "FLUSH");
			assertThat(kinds(release("order:1", "order:2", "order:3"))).containsOnly(Kind.DONE);
		}
		hold("order:1", "order:2", "order:3");
		long scripts = scripts();
		assertThat(kinds(release("order:1", "order:2", "order:3"))).containsOnly(Kind.DONE);
		assertThat(scripts()).isEqualTo(scripts + 1);
	}

	@Test
	void aKeyThatTheUserHasNoAccessToDoesNotKeepTheOthersFromBeingReleased() {
		hold("order:1", "order:2");
		List<NodeReply> replies = release("order:1", "secret:1", "order:2");
		assertThat(kinds(replies)).containsExactly(Kind.DONE, Kind.FAILED, Kind.DONE);
		assertThat(replies.get(1).cause()).hasMessageContaining("NOPERM");
		assertThat(exists("order:1", "order:2")).isZero();
	}

	@Test
	void s4AnAcquireAndItsReleaseThatAreWrittenTogetherLeaveNothingBehind() {
		hold("order:1", "order:2");
		List<NodeReply> replies = together(releaseOf("order:1"),
				new Acquire(List.of("order:3"), token("order:3"), 20_000, false), releaseOf("order:3"),
				releaseOf("order:2"));
		assertThat(kinds(replies)).containsOnly(Kind.DONE);
		assertThat(exists("order:1", "order:2", "order:3")).isZero();
	}

	@Test
	void theNextHolderOfAKeyIsNotRefusedForAReleaseThatWasSentBefore() {
		hold("order:1", "order:2");
		List<NodeReply> replies = together(releaseOf("order:1"), releaseOf("order:2"),
				new Acquire(List.of("order:2"), "next", 20_000, false));
		assertThat(kinds(replies)).containsOnly(Kind.DONE);
		assertThat(this.server.get("order:2")).isEqualTo("next");
	}

	private void hold(String... keys) {
		for (String key : keys) {
			assertThat(together(new Acquire(List.of(key), token(key), 20_000, false)).get(0).isDone()).isTrue();
		}
	}

	private List<NodeReply> release(String... keys) {
		return together(Arrays.stream(keys).map(BatchedReleaseTests::releaseOf).toArray(NodeCommand[]::new));
	}

	/**
	 * Sends commands while a reply is handed out, so that they are written at once. Not
	 * before who sent the first command is back: it would write what it finds by then.
	 */
	private List<NodeReply> together(NodeCommand... commands) {
		List<CompletableFuture<NodeReply>> replies = Stream.generate(() -> new CompletableFuture<NodeReply>())
			.limit(commands.length)
			.toList();
		JedisNode node = this.nodes.get(0);
		CompletableFuture<Void> sent = new CompletableFuture<>();
		node.send(new Acquire(List.of("order:0"), "first", 20_000, false), (reply) -> {
			sent.join();
			IntStream.range(0, commands.length).forEach((i) -> node.send(commands[i], replies.get(i)::complete));
		});
		sent.complete(null);
		return replies.stream().map(CompletableFuture::join).toList();
	}

	private static List<Kind> kinds(List<NodeReply> replies) {
		return replies.stream().map(NodeReply::kind).toList();
	}

	private static Release releaseOf(String key) {
		return new Release(List.of(key), token(key), 20_000, true);
	}

	private static String token(String key) {
		return "token-of-" + key;
	}

	private long exists(String... keys) {
		return (Long) this.server.run(Command.EXISTS, keys);
	}

	/**
	 * Counts the scripts that the server was asked for.
	 */
	private long scripts() {
		return calls("evalsha") + calls("eval");
	}

	private long calls(String command) {
		return ((String) this.server.run(Command.INFO, "commandstats")).lines()
			.filter((line) -> line.startsWith("cmdstat_" + command + ":"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
			.sum();
	}

}
