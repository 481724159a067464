package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FormerServersTests {

	private Duration now = Duration.ZERO;

	private final FormerServers servers = new FormerServers(() -> this.now.toNanos(), Duration.ofSeconds(60));

	private final Link link = link();

	@Test
	void theFirstServerAndOneThatComesBackHaveNoFormerOne() {
		assertThat(this.servers.sinceUnknownLocks(server("one", false))).isNull();
		this.servers.begin(server("one", false), this.link);
		this.servers.end("one", this.link);
		assertThat(this.servers.sinceUnknownLocks(server("one", false))).isNull();
	}

	@Test
	void anotherServerHasOneUntilItsLastLinkHasEnded() {
		Link second = link();
		this.servers.begin(server("one", false), this.link);
		this.servers.begin(server("one", false), second);
		this.servers.end("one", second);
		pass(10);
		assertThat(this.servers.sinceUnknownLocks(server("two", false))).isEqualTo(Duration.ZERO);
		this.servers.end("one", this.link);
		pass(10);
		assertThat(this.servers.sinceUnknownLocks(server("two", false))).isEqualTo(Duration.ofSeconds(10));
	}

	@Test
	void aConnectionToTheOtherServerThatBreaksMakesNoDifference() {
		this.servers.begin(server("one", false), this.link);
		this.servers.end("one", this.link);
		pass(10);
		this.servers.begin(server("two", false), this.link);
		this.servers.end("two", this.link);
		pass(10);
		assertThat(this.servers.sinceUnknownLocks(server("two", false))).isEqualTo(Duration.ofSeconds(20));
		assertThat(this.servers.sinceUnknownLocks(server("one", false))).isEqualTo(Duration.ofSeconds(10));
	}

	@Test
	void whatIsLongAgoIsForgotten() {
		this.servers.begin(server("one", false), this.link);
		this.servers.end("one", this.link);
		this.servers.begin(server("two", false), this.link);
		pass(61);
		assertThat(this.servers.sinceUnknownLocks(server("two", false))).isEqualTo(Duration.ofSeconds(61));
		this.servers.end("two", this.link);
		assertThat(this.servers.sinceUnknownLocks(server("two", false))).isNull();
	}

	@Test
	void oneThatWritesEveryChangeToDiskHasNoFormerOneUnlessThatDidNot() {
		this.servers.begin(server("durable", true), this.link);
		this.servers.end("durable", this.link);
		assertThat(this.servers.sinceUnknownLocks(server("restarted", true))).isNull();
		assertThat(this.servers.sinceUnknownLocks(server("restarted", false))).isEqualTo(Duration.ZERO);
		this.servers.begin(server("forgetful", false), this.link);
		this.servers.end("forgetful", this.link);
		pass(10);
		assertThat(this.servers.sinceUnknownLocks(server("restarted", true))).isEqualTo(Duration.ofSeconds(10));
	}

	@Test
	void oneThatAnswersWhileTheFormerOneIsStillThereIsNotThatOneRestarted() {
		this.servers.begin(server("durable", true), this.link);
		assertThat(this.servers.sinceUnknownLocks(server("other", true))).isEqualTo(Duration.ZERO);
	}

	@Test
	void oneThatOnlyWritesEveryChangeSinceItsLastConnectionMayHaveForgottenLocks() {
		Link second = link();
		this.servers.begin(server("one", false), this.link);
		this.servers.begin(server("one", true), second);
		this.servers.end("one", this.link);
		this.servers.end("one", second);
		assertThat(this.servers.sinceUnknownLocks(server("restarted", true))).isEqualTo(Duration.ZERO);
	}

	@Test
	void aServerThatWasAReplicaIsRememberedAndNoLinkToItStays() {
		Link second = link();
		this.servers.begin(server("one", false), this.link);
		this.servers.begin(server("one", false), second);
		assertThat(this.servers.sinceUnknownLocks(server("one", false))).isNull();
		this.servers.metReplica("one");
		assertThat(this.link.isClosed()).isTrue();
		assertThat(second.isClosed()).isTrue();
		pass(10);
		assertThat(this.servers.sinceUnknownLocks(server("one", false))).isEqualTo(Duration.ofSeconds(10));
		pass(51);
		this.servers.end("one", this.link);
		assertThat(this.servers.sinceUnknownLocks(server("one", false, 100))).isNull();
	}

	@Test
	void aLinkToAnotherServerStaysWhenOneIsAReplica() {
		Link other = link();
		this.servers.begin(server("one", false), this.link);
		this.servers.begin(server("two", false), other);
		this.servers.metReplica("one");
		assertThat(this.link.isClosed()).isTrue();
		assertThat(other.isClosed()).isFalse();
	}

	@Test
	void aReplicaThatWasRestartedHasWhatItsMasterHad() {
		this.servers.metReplica("one");
		pass(10);
		assertThat(this.servers.sinceUnknownLocks(server("restarted", true, 9))).isEqualTo(Duration.ofSeconds(10));
		assertThat(this.servers.sinceUnknownLocks(server("was up then", true, 11))).isNull();
	}

	@Test
	void oneThatTookThePlaceOfAnotherDoesNotGetWhatThatHadGrantedByARestart() {
		this.servers.begin(server("master", true), this.link);
		pass(100);
		this.servers.end("master", this.link);
		pass(2);
		Link second = link();
		this.servers.begin(server("promoted", true, 3), second);
		pass(10);
		this.servers.end("promoted", second);
		pass(5);
		assertThat(this.servers.sinceUnknownLocks(server("restarted", true, 5))).isEqualTo(Duration.ofSeconds(17));
	}

	@Test
	void oneThatWritesEveryChangeToDiskLacksNothingHoweverOftenItIsRestarted() {
		for (String runId : List.of("one", "two", "three")) {
			assertThat(this.servers.sinceUnknownLocks(server(runId, true))).isNull();
			this.servers.begin(server(runId, true), this.link);
			pass(1);
			this.servers.end(runId, this.link);
		}
	}

	@Test
	void oneThatHasBeenUpForLongerThanTheFormerOneIsGoneIsNotThatOneRestarted() {
		this.servers.begin(server("master", true), this.link);
		pass(100);
		this.servers.end("master", this.link);
		pass(2);
		assertThat(this.servers.sinceUnknownLocks(server("restarted", true, 2))).isNull();
		assertThat(this.servers.sinceUnknownLocks(server("promoted", true, 3))).isEqualTo(Duration.ofSeconds(2));
	}

	@Test
	void oneThatGoesOnWithTheDataOfAnotherHasBeenAReplica() {
		Link second = link();
		this.servers.begin(server("one", false), this.link);
		this.servers.look("one", new Replication(true, "new", false));
		this.servers.look("one", new Replication(true, "newer", false));
		assertThat(this.link.isClosed()).as("it had no replicas for long").isFalse();
		this.servers.look("one", new Replication(true, "of its master", true));
		assertThat(this.link.isClosed()).isTrue();
		assertThat(this.servers.sinceUnknownLocks(server("one", false))).isEqualTo(Duration.ZERO);
		pass(10);
		this.servers.begin(server("one", false), second);
		this.servers.look("one", new Replication(true, "of its master", true));
		assertThat(second.isClosed()).as("that was noticed").isFalse();
		assertThat(this.servers.sinceUnknownLocks(server("one", false))).isEqualTo(Duration.ofSeconds(10));
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
