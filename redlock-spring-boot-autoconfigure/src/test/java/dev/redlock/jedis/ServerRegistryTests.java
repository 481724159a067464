package dev.redlock.jedis;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ServerRegistryTests {

	private final ServerRegistry servers = new ServerRegistry();

	@Test
	void aServerIsTakenUntilTheLastLaneOfItsNodeGivesItUp() {
		assertThat(this.servers.claim("server", "node", "lane 1")).isEqualTo("node");
		assertThat(this.servers.claim("server", "node", "lane 2")).isEqualTo("node");
		assertThat(this.servers.claim("server", "node", "lane 2")).isEqualTo("node");
		this.servers.giveUp("lane 1");
		assertThat(this.servers.claim("server", "other", "other lane")).isEqualTo("node");
		this.servers.giveUp("other lane");
		assertThat(this.servers.claim("server", "other", "other lane")).isEqualTo("node");
		this.servers.giveUp("lane 2");
		this.servers.giveUp("lane 2");
		assertThat(this.servers.claim("server", "other", "other lane")).isEqualTo("other");
		assertThat(this.servers.claim("server", "node", "lane 1")).isEqualTo("other");
	}

	@Test
	void aNodeMayHaveSeveralServersWhileItMovesFromOneToTheOther() {
		this.servers.claim("old", "node", "lane 1");
		this.servers.claim("new", "node", "lane 2");
		assertThat(this.servers.claim("old", "other", "other lane")).isEqualTo("node");
		assertThat(this.servers.claim("new", "other", "other lane")).isEqualTo("node");
	}

}
