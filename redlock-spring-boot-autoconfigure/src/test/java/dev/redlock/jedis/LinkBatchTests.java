package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;

import static org.assertj.core.api.Assertions.assertThat;

class LinkBatchTests {

	private static final long TIMEOUT = 1_000_000;

	private final CountingWire wire = new CountingWire();

	private final RecordingOwner owner = new RecordingOwner(() -> this.now);

	private final List<NodeReply> replies = new ArrayList<>();

	private long now;

	private Link link;

	@BeforeEach
	void start() {
		this.link = new Link(this.wire, new SharedArguments(), () -> this.now, TIMEOUT, 0, this.owner);
		this.link.start();
		this.wire.handOut(true);
	}

	@Test
	void releasesThatAreWrittenTogetherTimeOutEachForItself() {
		this.link.send(release("first", 0));
		this.link.send(release("second", 400));
		this.link.onPause();
		assertThat(this.wire.batches()).containsExactly(1);
		this.now = TIMEOUT;
		assertThat(this.link.expireOverdue()).isEqualTo(400);
		assertThat(this.replies).containsExactly(NodeReply.TIMED_OUT);
		this.link.onReply(1L);
		assertThat(this.replies).containsExactly(NodeReply.TIMED_OUT, NodeReply.DONE);
	}

	@Test
	void theOldestCommandDecidesAboutTheNextLookWhateverIsAnsweredFirst() {
		this.link.send(Call.ping(0));
		this.link.send(release("first", 300));
		this.link.send(release("second", 400));
		this.link.onPause();
		assertThat(this.wire.batches()).containsExactly(2);
		assertThat(this.link.expireOverdue()).isEqualTo(TIMEOUT);
	}

	@Test
	void releasesThatWereWrittenTogetherAreEachOrphanedWhenTheLinkEnds() {
		Call first = release("first", 0);
		Call second = release("second", 0);
		this.link.send(first);
		this.link.send(second);
		this.link.onPause();
		this.link.end();
		assertThat(this.owner.orphans()).containsExactly(first, second);
	}

	@Test
	void releasesThatFailTogetherAreTriedOnceMoreEachAloneAndThenToldTheError() {
		writeTwo();
		this.link.onReply(new JedisDataException("ERR together"));
		this.link.onPause();
		assertThat(this.wire.batches()).containsExactly(1, 2);
		this.link.onReply(1L);
		this.link.onReply(new JedisDataException("ERR alone"));
		assertThat(this.replies).extracting(NodeReply::kind).containsExactly(Kind.DONE, Kind.FAILED);
		this.link.onPause();
		assertThat(this.link.isIdle()).isTrue();
	}

	@Test
	void aScriptThatTheServerDoesNotLearnEndsTheBatchButNotTheReleases() {
		writeTwo();
		for (int i = 0; i < 2; i++) {
			this.link.onReply(new JedisNoScriptException("NOSCRIPT"));
			this.link.onPause();
		}
		assertThat(this.wire.batches()).containsExactly(1, 1, 2);
		this.link.onReply(1L);
		this.link.onReply(1L);
		assertThat(this.replies).containsExactly(NodeReply.DONE, NodeReply.DONE);
	}

	@Test
	void aReplyThatNoScriptGivesReleasesNothing() {
		writeTwo();
		this.link.onReply("OK");
		assertThat(this.replies).containsExactly(NodeReply.FOREIGN, NodeReply.FOREIGN);
	}

	private void writeTwo() {
		this.link.send(release("first", 0));
		this.link.send(release("second", 0));
		this.link.onPause();
	}

	private Call release(String token, long now) {
		return Call.of(new Release(List.of("order:42"), token, 1, true), this.replies::add, now);
	}

}
