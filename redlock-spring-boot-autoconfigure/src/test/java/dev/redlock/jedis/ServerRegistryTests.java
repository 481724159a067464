package dev.redlock.jedis;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ServerRegistryTests {

	private final ServerRegistry servers = new ServerRegistry();

	private final NodeIdentity node = new NodeIdentity("node");

	/** Of the same name, which makes no difference. */
	private final NodeIdentity other = new NodeIdentity("node");

	@Test
	void aServerIsTakenUntilTheLastLaneOfItsNodeGivesItUp() {
		assertThat(this.servers.claim("server", this.node, "lane 1")).isSameAs(this.node);
		assertThat(this.servers.claim("server", this.node, "lane 2")).isSameAs(this.node);
		assertThat(this.servers.claim("server", this.node, "lane 2")).isSameAs(this.node);
		this.servers.giveUp("lane 1");
		assertThat(this.servers.claim("server", this.other, "other lane")).isSameAs(this.node);
		this.servers.giveUp("other lane");
		assertThat(this.servers.claim("server", this.other, "other lane")).isSameAs(this.node);
		this.servers.giveUp("lane 2");
		this.servers.giveUp("lane 2");
		assertThat(this.servers.claim("server", this.other, "other lane")).isSameAs(this.other);
		assertThat(this.servers.claim("server", this.node, "lane 1")).isSameAs(this.other);
	}

	@Test
	void aNodeMayHaveSeveralServersWhileItMovesFromOneToTheOther() {
		this.servers.claim("old", this.node, "lane 1");
		this.servers.claim("new", this.node, "lane 2");
		assertThat(this.servers.claim("old", this.other, "other lane")).isSameAs(this.node);
		assertThat(this.servers.claim("new", this.other, "other lane")).isSameAs(this.node);
	}

}
