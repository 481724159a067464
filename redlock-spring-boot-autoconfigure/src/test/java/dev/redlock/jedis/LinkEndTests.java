package dev.redlock.jedis;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What becomes of the calls of a link that ends.
 */
class LinkEndTests extends AbstractLinkTests {

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
	void aCallWhoseReplyIsLostToAnErrorIsGivenBack() {
		beLate();
		Call call = Call.ping(this.now);
		this.link.send(call);
		answer(5);
		this.owner.fail(new LinkageError("once"));
		assertThatExceptionOfType(LinkageError.class).isThrownBy(() -> this.link.onReply("PONG"));
		assertThat(this.owner.orphans()).containsExactly(call);
	}

	private static void meet(AtomicInteger ready) {
		ready.decrementAndGet();
		while (ready.get() > 0) {
			Thread.onSpinWait();
		}
	}

}
