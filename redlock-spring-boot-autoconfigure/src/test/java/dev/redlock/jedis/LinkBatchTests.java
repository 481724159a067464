package dev.redlock.jedis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class LinkBatchTests {

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
		this.wire.handOut(true);
	}

	@Test
	void releasesThatAreWrittenTogetherTimeOutEachForItself() {
		this.link.send(release("first", 0));
		this.link.send(release("second", 400));
		this.link.onPause();
		assertThat(this.wire.batches()).containsExactly(1);
		this.now = TIMEOUT;
		assertThat(this.link.expireOverdue(false)).isEqualTo(400);
		assertThat(this.replies).containsExactly(NodeReply.TIMED_OUT);
		this.link.onReply(1L);
		assertThat(this.replies).containsExactly(NodeReply.TIMED_OUT, NodeReply.DONE);
	}

	@Test
	void releasesOfABatchThatIsRefusedForAMomentAreSentOneByOneAndThenOwed() {
		JedisDataException busy = new JedisDataException("BUSY Redis is busy running a script.");
		this.link.send(release("first", 0));
		this.link.send(release("second", 0));
		this.link.onPause();
		this.link.onReply(busy);
		assertThat(this.owner.refused()).isEmpty();
		this.link.onPause();
		assertThat(this.wire.batches()).containsExactly(1, 2);
		this.link.onReply(busy);
		this.link.onReply(1L);
		assertThat(this.owner.refused()).singleElement().extracting(Call::token).isEqualTo("first");
		assertThat(this.replies).extracting(NodeReply::kind).containsExactly(Kind.FAILED, Kind.DONE);
	}

	@Test
	void theOldestCommandDecidesAboutTheNextLookWhateverIsAnsweredFirst() {
		this.link.send(Call.ping(0));
		this.link.send(release("first", 300));
		this.link.send(release("second", 400));
		this.link.onPause();
		assertThat(this.wire.batches()).containsExactly(2);
		assertThat(this.link.expireOverdue(false)).isEqualTo(TIMEOUT);
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
	void s4AnAcquireThatIsSentAgainIsFollowedByItsReleaseAlthoughThatIsUnderWayWithOthers() {
		this.link.send(Call.of(new Acquire(List.of("order:42"), "first", 1000, true), this.replies::add, 0));
		this.link.onPause();
		writeTwo();
		this.link.onReply(new JedisNoScriptException("NOSCRIPT"));
		this.link.onReply(1L);
		this.link.onPause();
		assertThat(this.wire.batches()).containsExactly(1, 1, 2);
		assertThat(this.wire.last()).extracting((command) -> command.arguments().size()).containsExactly(6, 6);
	}

	@Test
	void aReplyThatNoScriptGivesEndsTheConnectionAndOwesTheReleases() {
		writeTwo();
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> this.link.onReply(List.of(1L)));
		assertThat(this.owner.orphans()).hasSize(2);
	}

	@Test
	void aLinkThatIsToBeClosedWaitsForWhatHasToBeSentAgain() {
		writeTwo();
		this.wire.handOut(false);
		CompletableFuture<Void> closing = CompletableFuture
			.runAsync(() -> LastAnswers.await(this.link, () -> this.now, Duration.ofSeconds(20)));
		await().until(() -> this.wire.batches().size() == 2);
		this.link.onReply(new JedisDataException("ERR together"));
		this.link.onReply("PONG");
		await().until(() -> this.wire.batches().size() == 3);
		assertThat(closing).isNotDone();
		assertThat(this.wire.last()).hasSize(3);
		this.link.onReply(1L);
		this.link.onReply(1L);
		this.link.onReply("PONG");
		assertThat(closing).succeedsWithin(Duration.ofSeconds(10));
		assertThat(this.replies).containsExactly(NodeReply.DONE, NodeReply.DONE);
	}

	@Test
	void aLinkThatIsToBeClosedWaitsForItsTimeOnlyOnce() {
		writeTwo();
		this.wire.handOut(false);
		AtomicLong ticks = new AtomicLong();
		CompletableFuture<Void> closing = CompletableFuture
			.runAsync(() -> LastAnswers.await(this.link, () -> ticks.addAndGet(1_000_000), Duration.ofSeconds(20)));
		await().until(() -> this.wire.batches().size() == 2);
		this.link.onReply(new JedisDataException("ERR together"));
		ticks.addAndGet(Duration.ofMillis(19_980).toNanos());
		this.link.onReply("PONG");
		assertThat(closing).succeedsWithin(Duration.ofSeconds(10));
	}

	@Test
	void whatWasNotWrittenForLackOfMemoryGetsNoReplyOfAnother() {
		this.wire.fail(new OutOfMemoryError("test"));
		writeTwo();
		assertThat(this.link.isClosed()).isTrue();
		this.link.end();
		assertThat(this.owner.orphans()).hasSize(2);
	}

	@Test
	void aReplyThatNoScriptGivesReleasesNothing() {
		writeTwo();
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> this.link.onReply("OK"));
		assertThat(this.owner.orphans()).hasSize(2);
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
