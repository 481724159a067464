package dev.redlock.jedis;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

import dev.redlock.Garbage;
import dev.redlock.node.NodeCommand.Heal;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReplyReceiver;

import static org.assertj.core.api.Assertions.assertThat;

class LinkTests extends AbstractLinkTests {

	private static final Release RELEASE = release("key");

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

	private static Release release(String key) {
		return new Release(List.of(key), "token", 1000, true);
	}

}
