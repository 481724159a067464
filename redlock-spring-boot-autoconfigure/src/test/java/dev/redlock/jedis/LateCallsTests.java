package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisNoScriptException;

import dev.redlock.node.NodeCommand.Inspect;
import dev.redlock.node.NodeReply;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server is late by when it got a call, not by when the call was made (S5).
 */
class LateCallsTests {

	private static final long TIMEOUT = 1_000_000;

	private final CountingWire wire = new CountingWire();

	private final RecordingOwner owner = new RecordingOwner(() -> this.now);

	private final List<NodeReply> replies = new ArrayList<>();

	private long now;

	private Link link;

	@BeforeEach
	void start() {
		this.link = new Link(this.wire, new EncodedCommands(), () -> this.now, TIMEOUT, 0, this.owner);
		this.link.start();
	}

	@Test
	void aServerIsNotLateForACallThatHadToWaitForTheAnswersToOthers() {
		writeOneThatHadToWait();
		assertThat(this.wire.last()).hasSize(1);
		this.now = TIMEOUT;
		this.link.expireOverdue(false);
		assertThat(this.replies).containsExactly(NodeReply.TIMED_OUT);
		assertThat(this.owner.late()).isZero();
	}

	@Test
	void aServerIsNotLateForACallThatWasKeptUntilOtherRepliesWereHandedOut() {
		this.wire.handOut(true);
		this.link.send(Call.ping(this.replies::add, 0));
		this.now = TIMEOUT - 1;
		this.wire.handOut(false);
		this.link.onPause();
		assertThat(this.wire.last()).hasSize(1);
		this.now = TIMEOUT;
		assertThat(this.link.expireOverdue(false)).isEqualTo(TIMEOUT - 1);
		assertThat(this.replies).containsExactly(NodeReply.TIMED_OUT);
		assertThat(this.owner.late()).isZero();
		this.now = 2 * TIMEOUT - 1;
		this.link.expireOverdue(false);
		assertThat(this.owner.late()).isEqualTo(1);
	}

	@Test
	void aServerThatDoesNotAnswerIsLateAlsoForThoseThatHadToWait() {
		for (int i = 0; i < 513; i++) {
			this.link.send(Call.ping(0));
		}
		this.now = TIMEOUT;
		this.link.expireOverdue(false);
		assertThat(this.owner.late()).isEqualTo(1);
	}

	@Test
	void aServerThatDoesNotAnswerACallThatHadToWaitIsLateThoughNobodyWaitsForTheAnswerAnyMore() {
		writeOneThatHadToWait();
		this.now = TIMEOUT;
		assertThat(this.link.expireOverdue(false)).isEqualTo(TIMEOUT - 1);
		this.now = 2 * TIMEOUT - 2;
		this.link.expireOverdue(false);
		assertThat(this.owner.late()).isZero();
		this.now = 2 * TIMEOUT - 1;
		this.link.expireOverdue(false);
		assertThat(this.owner.late()).isEqualTo(1);
	}

	@Test
	void aServerIsNotLateBecauseThisProcessStoodStillWhileItAnswered() {
		this.link.send(Call.ping(this.replies::add, 0));
		this.now = 3 * TIMEOUT;
		assertThat(this.link.expireOverdue(true)).isPositive();
		assertThat(this.replies).containsExactly(NodeReply.TIMED_OUT);
		this.link.onReply("PONG");
		this.link.expireOverdue(false);
		assertThat(this.owner.late()).isZero();
	}

	@Test
	void aServerThatDidNotAnswerMeanwhileIsLateAtTheNextLook() {
		this.link.send(Call.ping(0));
		this.now = 3 * TIMEOUT;
		this.link.expireOverdue(true);
		this.link.expireOverdue(false);
		assertThat(this.owner.late()).isEqualTo(1);
	}

	@Test
	void aServerHasNotBeenSilentWhileACallHadToWait() {
		writeOneThatHadToWait();
		this.now = TIMEOUT;
		assertThat(this.link.silentNanos()).isEqualTo(1);
	}

	@Test
	void aServerThatDoesNotKnowAScriptHasAsLongForItsSourceAsForItsName() {
		this.link.send(Call.of(new Inspect(List.of("order:42")), this.replies::add, 0));
		this.now = TIMEOUT - 1;
		this.link.onReply(new JedisNoScriptException("NOSCRIPT"));
		this.link.onPause();
		this.now = TIMEOUT;
		this.link.expireOverdue(false);
		assertThat(this.replies).containsExactly(NodeReply.TIMED_OUT);
		assertThat(this.owner.late()).isZero();
		this.now = 2 * TIMEOUT - 1;
		this.link.expireOverdue(false);
		assertThat(this.owner.late()).isEqualTo(1);
	}

	private void writeOneThatHadToWait() {
		for (int i = 0; i < 512; i++) {
			this.link.send(Call.ping(0));
		}
		this.link.send(Call.ping(this.replies::add, 0));
		this.now = TIMEOUT - 1;
		for (int i = 0; i < 512; i++) {
			this.link.onReply("PONG");
		}
		this.link.onPause();
	}

}
