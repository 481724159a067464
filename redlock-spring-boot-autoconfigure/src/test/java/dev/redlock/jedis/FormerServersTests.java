package dev.redlock.jedis;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FormerServersTests {

	private Duration now = Duration.ZERO;

	private final FormerServers servers = new FormerServers(() -> this.now.toNanos(), Duration.ofSeconds(60));

	@Test
	void theFirstServerAndOneThatComesBackHaveNoFormerOne() {
		assertThat(this.servers.sinceOther("one")).isNull();
		this.servers.begin("one");
		this.servers.end("one");
		assertThat(this.servers.sinceOther("one")).isNull();
	}

	@Test
	void anotherServerHasOneUntilItsLastLinkHasEnded() {
		this.servers.begin("one");
		this.servers.begin("one");
		this.servers.end("one");
		pass(10);
		assertThat(this.servers.sinceOther("two")).isEqualTo(Duration.ZERO);
		this.servers.end("one");
		pass(10);
		assertThat(this.servers.sinceOther("two")).isEqualTo(Duration.ofSeconds(10));
	}

	@Test
	void aConnectionToTheOtherServerThatBreaksMakesNoDifference() {
		this.servers.begin("one");
		this.servers.end("one");
		pass(10);
		this.servers.begin("two");
		this.servers.end("two");
		pass(10);
		assertThat(this.servers.sinceOther("two")).isEqualTo(Duration.ofSeconds(20));
		assertThat(this.servers.sinceOther("one")).isEqualTo(Duration.ofSeconds(10));
	}

	@Test
	void whatIsLongAgoIsForgotten() {
		this.servers.begin("one");
		this.servers.end("one");
		this.servers.begin("two");
		pass(61);
		assertThat(this.servers.sinceOther("two")).isEqualTo(Duration.ofSeconds(61));
		this.servers.end("two");
		assertThat(this.servers.sinceOther("two")).isNull();
	}

	private void pass(long seconds) {
		this.now = this.now.plusSeconds(seconds);
	}

}
