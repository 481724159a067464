package dev.redlock.jedis;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

import dev.redlock.Garbage;
import dev.redlock.node.NodeCommand.Heal;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReplyReceiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class LinkTests {

	private static final long TIMEOUT = 1_000_000;

	private static final Release RELEASE = release("key");

	private final CountingWire wire = new CountingWire();

	private final RecordingOwner owner = new RecordingOwner(() -> this.now);

	private long now;

	private int looksAtTheClock;

	private Runnable atTheNextLook = () -> {
	};

	private Link link;

	@BeforeEach
	void start() {
		this.link = new Link(this.wire, new EncodedCommands(), this::clock, TIMEOUT, 0, this.owner);
		this.link.start();
	}

	@Test
	void aCommandGoesOutAtOnceWhileNoRepliesAreHandedOut() {
		this.link.send(Call.ping(0));
		assertThat(this.wire.batches()).containsExactly(1);
	}

	@Test
	void commandsSentWhileRepliesAreHandedOutMakeOneBatchAtThePause() {
		this.wire.handOut(true);
		this.link.send(Call.ping(0));
		this.link.send(Call.ping(0));
		this.link.send(Call.ping(0));
		assertThat(this.wire.batches()).isEmpty();
		this.wire.handOut(false);
		this.link.onPause();
		assertThat(this.wire.batches()).containsExactly(3);
	}

	@Test
	void aLinkThatEndsWhileRepliesAreHandedOutLeavesNoCommandUnanswered() {
		Call waiting = Call.ping(0);
		Call late = Call.ping(0);
		this.wire.handOut(true);
		this.link.send(waiting);
		this.link.end();
		this.link.send(late);
		assertThat(this.owner.orphans()).containsExactly(waiting, late);
		assertThat(this.wire.batches()).isEmpty();
	}

	@Test
	void aCallThatWasNotWrittenWhenTheLinkEndedNeverCountsAsWritten() {
		Call call = Call.ping(0);
		this.link.add(call);
		this.atTheNextLook = this.link::end;
		this.link.flush();
		assertThat(this.owner.orphans()).isNotEmpty().containsOnly(call);
		assertThat(this.owner.unanswered()).isEmpty();
	}

	@Test
	void aCallThatWasWrittenWhenTheLinkEndedCountsAsWritten() {
		Call written = Call.ping(0);
		Call late = Call.ping(0);
		this.link.send(written);
		this.link.end();
		this.link.send(late);
		assertThat(this.owner.orphans()).containsExactly(written, late);
		assertThat(this.owner.unanswered()).containsExactly(written);
	}

	@Test
	void s4WhatWasWrittenIsToldByTheEndOfTheLinkOnlyWhoeverSendsMeanwhile() {
		Call written = Call.ping(0);
		Call meanwhile = Call.ping(0);
		this.link.send(written);
		this.owner.atTheNextOrphan(() -> this.link.send(meanwhile));
		this.link.end();
		assertThat(this.owner.orphans()).containsExactly(written, meanwhile);
		assertThat(this.owner.unanswered()).containsExactly(written);
	}

	@Test
	void noCallIsLeftBehindThatIsSentJustWhenTheLinkEnds() throws Exception {
		ExecutorService sender = Executors.newSingleThreadExecutor();
		try {
			for (int i = 0; i < 20_000; i++) {
				start();
				Link link = this.link;
				Call call = Call.ping(0);
				AtomicInteger ready = new AtomicInteger(2);
				Future<?> sent = sender.submit(() -> {
					meet(ready);
					link.send(call);
				});
				meet(ready);
				link.end();
				sent.get();
				assertThat(this.owner.orphans()).contains(call);
				this.owner.orphans().clear();
			}
		}
		finally {
			sender.shutdownNow();
		}
	}

	@Test
	void whatTheServerIsOwedIsPaidOnceItHasAnsweredNotWhenItLacksTheScript() {
		Call payment = Call.payment(RELEASE, 0);
		this.link.send(payment);
		this.link.send(Call.of(RELEASE, 0));
		this.link.onReply(new JedisNoScriptException("NOSCRIPT No matching script."));
		this.link.onReply(1L);
		assertThat(this.owner.paid()).isEmpty();
		this.link.onPause();
		this.link.onReply(1L);
		assertThat(this.owner.paid()).containsExactly(payment);
	}

	@Test
	void aPaymentThatFollowsWhatIsSentAgainIsOwedOnceMoreAndNotForgotten() {
		this.link.send(Call.of(new Heal(RELEASE.keys(), "token", 1000), (reply) -> {
		}, 0));
		this.link.send(Call.payment(RELEASE, 0));
		this.link.onReply(new JedisNoScriptException("NOSCRIPT No matching script."));
		assertThat(this.owner.owed()).containsExactly(RELEASE);
	}

	@Test
	void eachPaymentOfABatchIsPaid() {
		List<Call> payments = List.of(Call.payment(release("one"), 0), Call.payment(release("other"), 0));
		this.wire.handOut(true);
		payments.forEach(this.link::send);
		this.wire.handOut(false);
		this.link.onPause();
		assertThat(this.wire.batches()).containsExactly(1);
		this.link.onReply(List.of(1L, 1L));
		assertThat(this.owner.paid()).isEqualTo(payments);
	}

	@Test
	void aReplyThatCanNotBeHandledDoesNotEndTheConnection() {
		List<NodeReply> replies = new ArrayList<>();
		this.link.send(Call.ping((reply) -> {
			throw new IllegalStateException("broken");
		}, 0));
		this.link.send(Call.ping(replies::add, 0));
		this.link.onReply("PONG");
		this.link.onReply("PONG");
		assertThat(replies).containsExactly(NodeReply.DONE);
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
	void aCallWhoseReplyIsLostToAnErrorIsGivenBack() {
		beLate();
		Call call = Call.ping(this.now);
		this.link.send(call);
		answer(5);
		this.owner.fail(new LinkageError("once"));
		assertThatExceptionOfType(LinkageError.class).isThrownBy(() -> this.link.onReply("PONG"));
		assertThat(this.owner.orphans()).containsExactly(call);
	}

	@Test
	void aServerThatRefusesToWriteIsAReplicaAlsoWithinAScript() {
		for (String error : List.of("READONLY You can't write against a read only replica.",
				"ERR Error running script: @user_script:12: -READONLY You can't write against a read only replica.",
				"NOPERM User READONLY has no permissions to run the 'set' command")) {
			this.link.send(Call.ping(0));
			this.link.onReply(new JedisDataException(error));
		}
		this.link.send(Call.ping(0));
		this.link.onReply("READONLY You can't write");
		assertThat(this.owner.replicas()).isEqualTo(2);
	}

	@Test
	void theLastReplyDoesNotKeepAliveWhoeverGotIt() {
		List<NodeReply> replies = new ArrayList<>();
		WeakReference<Object> receiver = new WeakReference<>(send(replies));
		this.link.onReply("PONG");
		assertThat(replies).hasSize(1);
		Garbage.awaitCollected(receiver);
	}

	private Object send(List<NodeReply> replies) {
		NodeReplyReceiver receiver = (reply) -> replies.add(reply);
		this.link.send(Call.ping(receiver, 0));
		return receiver;
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

	@Test
	void aCommandThatNobodyWaitsForIsNotWritten() {
		Call abandoned = Call.ping(0);
		this.wire.handOut(true);
		this.link.send(abandoned);
		this.link.send(Call.ping(0));
		abandoned.abandon();
		this.link.onPause();
		assertThat(this.wire.batches()).containsExactly(1);
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
	void oneRoundTripIsMeasuredWhenAskedForAndNoOtherReplyCostsALookAtTheClock() {
		for (int i = 0; i < 4; i++) {
			this.link.send(Call.ping(0));
		}
		this.looksAtTheClock = 0;
		this.now = 300;
		this.link.onReply("PONG");
		assertThat(this.link.punctuality().roundTrip()).isNull();
		assertThat(this.looksAtTheClock).isZero();
		this.link.punctuality().measure();
		this.link.onReply("PONG");
		this.now = 900;
		this.link.onReply("PONG");
		assertThat(this.link.punctuality().roundTrip()).isEqualTo(Duration.ofNanos(300));
		assertThat(this.looksAtTheClock).isEqualTo(1);
	}

	@Test
	void whatIsWrittenTogetherCostsOneLookAtTheClock() {
		this.wire.handOut(true);
		for (int i = 0; i < 4; i++) {
			this.link.send(Call.ping(0));
		}
		this.wire.handOut(false);
		this.link.onPause();
		assertThat(this.wire.batches()).containsExactly(4);
		assertThat(this.looksAtTheClock).isOne();
	}

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

	private static void meet(AtomicInteger ready) {
		ready.decrementAndGet();
		while (ready.get() > 0) {
			Thread.onSpinWait();
		}
	}

	private static Release release(String key) {
		return new Release(List.of(key), "token", 1000, true);
	}

	private void beLate() {
		this.link.send(Call.ping(this.now));
		this.now += TIMEOUT;
		this.link.expireOverdue(false);
		assertThat(this.link.isLate()).isTrue();
	}

	private void answer(long after) {
		this.now += after;
		this.link.onReply("PONG");
		this.link.onPause();
	}

	private long clock() {
		this.looksAtTheClock++;
		Runnable meanwhile = this.atTheNextLook;
		this.atTheNextLook = () -> {
		};
		meanwhile.run();
		return this.now;
	}

}
