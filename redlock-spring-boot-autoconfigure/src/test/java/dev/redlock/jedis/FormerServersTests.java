package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class FormerServersTests {

	private Duration now = Duration.ZERO;

	private final FormerServers servers = new FormerServers(() -> this.now.toNanos(), Duration.ofSeconds(60));

	private final Link link = link();

	@Test
	void theFirstServerAndOneThatComesBackHaveNoFormerOne() {
		assertThat(sinceUnknownLocks(server("one", false))).isNull();
		begin(server("one", false), this.link);
		this.servers.end("one", this.link);
		assertThat(sinceUnknownLocks(server("one", false))).isNull();
	}

	@Test
	void anotherServerHasOneUntilItsLastLinkHasEnded() {
		Link second = link();
		begin(server("one", false), this.link);
		begin(server("one", false), second);
		this.servers.end("one", second);
		pass(10);
		this.servers.end("one", this.link);
		pass(10);
		assertThat(sinceUnknownLocks(server("two", false))).isEqualTo(Duration.ofSeconds(10));
	}

	@Test
	void aConnectionToTheOtherServerThatBreaksMakesNoDifference() {
		begin(server("one", false), this.link);
		this.servers.end("one", this.link);
		pass(10);
		begin(server("two", false), this.link);
		this.servers.end("two", this.link);
		pass(10);
		assertThat(sinceUnknownLocks(server("two", false))).isEqualTo(Duration.ofSeconds(20));
		assertThat(sinceUnknownLocks(server("one", false))).isEqualTo(Duration.ofSeconds(10));
	}

	@Test
	void whatIsLongAgoIsForgotten() {
		begin(server("one", false), this.link);
		this.servers.end("one", this.link);
		begin(server("two", false), this.link);
		pass(61);
		assertThat(sinceUnknownLocks(server("two", false))).isEqualTo(Duration.ofSeconds(61));
		this.servers.end("two", this.link);
		assertThat(sinceUnknownLocks(server("two", false))).isNull();
	}

	@Test
	void oneThatWritesEveryChangeToDiskHasNoFormerOneUnlessThatDidNot() {
		begin(server("durable", true), this.link);
		this.servers.end("durable", this.link);
		assertThat(sinceUnknownLocks(server("restarted", true))).isNull();
		assertThat(sinceUnknownLocks(server("restarted", false))).isEqualTo(Duration.ZERO);
		begin(server("forgetful", false), this.link);
		this.servers.end("forgetful", this.link);
		pass(10);
		assertThat(sinceUnknownLocks(server("restarted", true))).isEqualTo(Duration.ofSeconds(10));
	}

	@Test
	void oneThatAnswersWhileThereAreLinksToAnotherWaitsUntilTheyHaveEnded() {
		Link second = link();
		begin(server("one", true), this.link);
		begin(server("one", true), second);
		Link third = link();
		assertThatExceptionOfType(NodeUnreachableException.class).isThrownBy(() -> begin(server("two", true, 9), third))
			.withMessageContaining("two servers at once");
		assertThat(this.link.isClosed()).isTrue();
		assertThat(second.isClosed()).isTrue();
		this.servers.end("one", this.link);
		assertThatExceptionOfType(NodeUnreachableException.class)
			.isThrownBy(() -> begin(server("two", true, 9), third));
		pass(10);
		this.servers.end("one", second);
		assertThat(third.isClosed()).isFalse();
		pass(5);
		assertThat(begin(server("two", true, 24), third)).as("no restart of the former one")
			.isEqualTo(Duration.ofSeconds(5));
	}

	@Test
	void noLinkIsThereThatCouldNotBeOpened() {
		assertThatIllegalStateException().isThrownBy(() -> this.servers.begin(server("one", false), (since) -> {
			throw new IllegalStateException("no wire");
		}));
		assertThat(begin(server("two", false), this.link)).isNull();
	}

	@Test
	void oneThatOnlyWritesEveryChangeSinceItsLastConnectionMayHaveForgottenLocks() {
		Link second = link();
		begin(server("one", false), this.link);
		begin(server("one", true), second);
		this.servers.end("one", this.link);
		this.servers.end("one", second);
		assertThat(sinceUnknownLocks(server("restarted", true))).isEqualTo(Duration.ZERO);
	}

	@Test
	void aServerThatWasAReplicaIsRememberedAndNoLinkToItStays() {
		Link second = link();
		begin(server("one", false), this.link);
		begin(server("one", false), second);
		assertThat(sinceUnknownLocks(server("one", false))).isNull();
		this.servers.metReplica("one");
		assertThat(this.link.isClosed()).isTrue();
		assertThat(second.isClosed()).isTrue();
		pass(10);
		assertThat(sinceUnknownLocks(server("one", false))).isEqualTo(Duration.ofSeconds(10));
		pass(51);
		this.servers.end("one", this.link);
		assertThat(sinceUnknownLocks(server("one", false, 100))).isNull();
	}

	@Test
	void aReplicaThatWasRestartedHasWhatItsMasterHad() {
		this.servers.metReplica("one");
		pass(10);
		assertThat(sinceUnknownLocks(server("restarted", true, 9))).isEqualTo(Duration.ofSeconds(10));
		assertThat(sinceUnknownLocks(server("was up then", true, 11))).isNull();
	}

	@Test
	void oneThatTookThePlaceOfAnotherDoesNotGetWhatThatHadGrantedByARestart() {
		begin(server("master", true), this.link);
		pass(100);
		this.servers.end("master", this.link);
		pass(2);
		Link second = link();
		begin(server("promoted", true, 3), second);
		pass(10);
		this.servers.end("promoted", second);
		pass(5);
		assertThat(sinceUnknownLocks(server("restarted", true, 5))).isEqualTo(Duration.ofSeconds(17));
	}

	@Test
	void oneThatWritesEveryChangeToDiskLacksNothingHoweverOftenItIsRestarted() {
		for (String runId : List.of("one", "two", "three")) {
			assertThat(sinceUnknownLocks(server(runId, true))).isNull();
			begin(server(runId, true), this.link);
			pass(1);
			this.servers.end(runId, this.link);
		}
	}

	@Test
	void oneThatHasBeenUpForLongerThanTheFormerOneIsGoneIsNotThatOneRestarted() {
		begin(server("master", true), this.link);
		pass(100);
		this.servers.end("master", this.link);
		pass(2);
		assertThat(sinceUnknownLocks(server("restarted", true, 2))).isNull();
		assertThat(sinceUnknownLocks(server("promoted", true, 3))).isEqualTo(Duration.ofSeconds(2));
	}

	@Test
	void oneThatWasAReplicaSinceItStartedIsNotThatOneRestartedNorIsItWhenItIsRestarted() {
		begin(server("master", true), this.link);
		pass(100);
		this.servers.end("master", this.link);
		pass(20);
		ServerInfo promoted = new ServerInfo("promoted", "8.0.0", Duration.ofSeconds(5),
				new Replication(true, "of its master", true), "standalone", false, true);
		Link second = link();
		assertThat(begin(promoted, second)).isEqualTo(Duration.ofSeconds(20));
		this.servers.end("promoted", second);
		pass(10);
		assertThat(sinceUnknownLocks(server("restarted", true, 9))).isEqualTo(Duration.ofSeconds(30));
	}

	@Test
	void theLatestIsTheOneToWhichALinkBeganLast() {
		assertThat(this.servers.latest()).isNull();
		begin(server("one", false), this.link);
		this.servers.end("one", this.link);
		assertThat(this.servers.latest()).isEqualTo("one");
		begin(server("two", false), link());
		assertThat(this.servers.latest()).isEqualTo("two");
	}

	@Test
	void oneThatVotesForAnotherNodeLeavesNoLinksToTheFormerOne() {
		begin(server("one", false), this.link);
		this.servers.endOthers("one");
		assertThat(this.link.isClosed()).isFalse();
		this.servers.endOthers("of another node");
		assertThat(this.link.isClosed()).isTrue();
	}

	@Test
	void oneThatGoesOnWithTheDataOfAnotherHasBeenAReplica() {
		Link second = link();
		begin(server("one", false), this.link);
		this.servers.look("one", new Replication(true, "new", false));
		this.servers.look("one", new Replication(true, "newer", false));
		assertThat(this.link.isClosed()).as("it had no replicas for long").isFalse();
		this.servers.look("one", new Replication(true, "of its master", true));
		assertThat(this.link.isClosed()).isTrue();
		assertThat(sinceUnknownLocks(server("one", false))).isEqualTo(Duration.ZERO);
		pass(10);
		begin(server("one", false), second);
		this.servers.look("one", new Replication(true, "of its master", true));
		assertThat(second.isClosed()).as("that was noticed").isFalse();
		assertThat(sinceUnknownLocks(server("one", false))).isEqualTo(Duration.ofSeconds(10));
	}

	private @Nullable Duration begin(ServerInfo server, Link link) {
		AtomicReference<@Nullable Duration> known = new AtomicReference<>();
		this.servers.begin(server, (sinceUnknownLocks) -> {
			known.set(sinceUnknownLocks);
			return link;
		});
		return known.get();
	}

	/**
	 * Asks as a link would whose wire then fails.
	 */
	private @Nullable Duration sinceUnknownLocks(ServerInfo server) {
		AtomicReference<@Nullable Duration> known = new AtomicReference<>();
		assertThatIllegalStateException().isThrownBy(() -> this.servers.begin(server, (sinceUnknownLocks) -> {
			known.set(sinceUnknownLocks);
			throw new IllegalStateException("no wire");
		}));
		return known.get();
	}

	private static ServerInfo server(String runId, boolean durable) {
		return server(runId, durable, 0);
	}

	private static ServerInfo server(String runId, boolean durable, long uptimeSeconds) {
		return new ServerInfo(runId, "8.0.0", Duration.ofSeconds(uptimeSeconds), new Replication(true, "", false),
				"standalone", false, durable);
	}

	private Link link() {
		LongSupplier clock = () -> this.now.toNanos();
		return new Link(new CountingWire(), new EncodedCommands(), clock, 1, 0, new RecordingOwner(clock));
	}

	private void pass(long seconds) {
		this.now = this.now.plusSeconds(seconds);
	}

}
