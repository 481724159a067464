package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.node.NodeReply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A server that does not answer in time.
 */
class LinkLatenessTests extends AbstractLinkTests {

	@Test
	void latenessIsToldOnceHoweverManyCommandsTimeOut() {
		this.link.send(Call.ping(0));
		this.link.send(Call.ping(0));
		this.link.expireOverdue(false);
		assertThat(this.owner.late()).isZero();
		this.now = TIMEOUT;
		this.link.expireOverdue(false);
		this.link.expireOverdue(false);
		assertThat(this.owner.late()).isEqualTo(1);
	}

	@Test
	void aServerThatCaughtUpIsLateUntilItAnswersTheProbeInTime() {
		beLate();
		answer(5);
		assertThat(this.owner.probes()).isEqualTo(1);
		assertThat(this.link.isLate()).isTrue();
		answer(TIMEOUT - 1);
		assertThat(this.link.isLate()).isFalse();
		assertThat(this.owner.punctual()).isEqualTo(1);
	}

	@Test
	void aServerThatAnswersEverythingTooLateIsLateOnceAndProbedOnce() {
		beLate();
		answer(5);
		for (int heartbeat = 0; heartbeat < 3; heartbeat++) {
			answer(TIMEOUT + 5);
			assertThat(this.link.isIdle()).isTrue();
			this.link.send(Call.ping(this.now));
		}
		assertThat(this.owner.late()).isEqualTo(1);
		assertThat(this.owner.probes()).isEqualTo(1);
		assertThat(this.owner.punctual()).isZero();
		answer(10);
		assertThat(this.link.isLate()).isFalse();
	}

	@Test
	void aServerIsProbedAgainTheNextTimeThatItIsLate() {
		beLate();
		answer(5);
		answer(5);
		beLate();
		answer(5);
		assertThat(this.owner.probes()).isEqualTo(2);
	}

	@Test
	void aServerWhoseLastAnswerCameJustBeforeItWasFoundToBeLateIsProbedToo() {
		this.link.send(Call.ping(this.now));
		this.now += TIMEOUT;
		this.link.punctuality().onOverdue();
		this.link.onReply("PONG");
		assertThat(this.owner.probes()).isZero();
		this.link.expireOverdue(false);
		assertThat(this.owner.probes()).isEqualTo(1);
	}

	@Test
	void theNextLookIsWhenTheOldestCommandIsOverdue() {
		this.link.send(Call.ping(0));
		this.wire.handOut(true);
		this.link.send(Call.ping(400));
		this.now = 900;
		assertThat(this.link.expireOverdue(false)).isEqualTo(TIMEOUT - 900);
		this.now = TIMEOUT;
		assertThat(this.link.expireOverdue(false)).isEqualTo(400);
	}

	@Test
	void aCallTimesOutEvenIfNobodyCanBeToldThatTheServerIsLate() {
		List<NodeReply> replies = new ArrayList<>();
		this.link.send(Call.ping(replies::add, 0));
		this.now = TIMEOUT;
		this.owner.fail(new LinkageError("once"));
		assertThatExceptionOfType(LinkageError.class).isThrownBy(() -> this.link.expireOverdue(false));
		assertThat(replies).containsExactly(NodeReply.TIMED_OUT);
	}

	@Test
	void aReplyThatCameTooLateIsNotHandedOver() {
		List<NodeReply> replies = new ArrayList<>();
		this.link.send(Call.ping(replies::add, 0));
		this.now = TIMEOUT;
		this.link.expireOverdue(false);
		this.link.onReply("PONG");
		assertThat(replies).containsExactly(NodeReply.TIMED_OUT);
	}

}
