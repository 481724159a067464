package dev.redlock.jedis;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Commands that wait in a link until somebody flushes.
 */
class LinkFlushTests {

	private final CountingWire wire = new CountingWire();

	private final RecordingOwner owner = new RecordingOwner(() -> 0);

	private final Link link = new Link(this.wire, new EncodedCommands(), () -> 0, 1_000_000, 0, this.owner);

	@BeforeEach
	void start() {
		this.link.start();
	}

	@Test
	void nothingIsWrittenBeforeTheFlushWhichWritesWhatAllHaveAdded() {
		this.link.add(Call.ping(0));
		this.link.add(Call.ping(0));
		assertThat(this.wire.batches()).isEmpty();
		this.link.flush();
		assertThat(this.wire.batches()).containsExactly(2);
	}

	@Test
	void aCommandGoesOutWithThatOfAnotherWhoFlushesSooner() {
		this.link.add(Call.ping(0));
		this.link.send(Call.ping(0));
		this.link.flush();
		assertThat(this.wire.batches()).containsExactly(2);
	}

	@Test
	void aFlushWhileRepliesAreHandedOutLeavesTheWritingToThePause() {
		this.wire.handOut(true);
		this.link.add(Call.ping(0));
		this.link.flush();
		assertThat(this.wire.batches()).isEmpty();
		this.link.onPause();
		assertThat(this.wire.batches()).containsExactly(1);
	}

	@Test
	void aLinkThatEndsBeforeTheFlushGivesTheCommandBack() {
		Call before = Call.ping(0);
		Call after = Call.ping(0);
		this.link.add(before);
		this.link.end();
		this.link.flush();
		this.link.add(after);
		this.link.flush();
		assertThat(this.owner.orphans()).containsExactly(before, after);
		assertThat(this.wire.batches()).isEmpty();
	}

	@Test
	void aCommandThatIsAbandonedBeforeTheFlushIsNeverWritten() {
		Call call = Call.ping(0);
		this.link.add(call);
		call.abandon();
		call.flush();
		assertThat(this.wire.batches().stream().mapToInt(Integer::intValue).sum()).isZero();
		assertThat(this.link.isIdle()).isTrue();
	}

	@Test
	void aLinkIsBusyWithThreeCommandsUnderWay() {
		Call added = Call.ping(0);
		this.link.send(Call.ping(0));
		this.link.send(Call.ping(0));
		this.link.add(added);
		assertThat(added.isBusy()).isFalse();
		added.flush();
		assertThat(added.isBusy()).isTrue();
		this.link.onReply("PONG");
		assertThat(added.isBusy()).isFalse();
	}

	@Test
	void aServerIsAwakeUntilItHasAnsweredWhatWasWritten() {
		Call added = Call.ping(0);
		this.link.add(added);
		assertThat(added.isAwake()).isFalse();
		added.flush();
		assertThat(added.isAwake()).isTrue();
		this.link.onReply("PONG");
		assertThat(added.isAwake()).isFalse();
	}

	@Test
	void whatWaitsForAPauseAnywayIsNotBusy() {
		for (int i = 0; i < 4; i++) {
			this.link.send(Call.ping(0));
		}
		assertThat(this.link.isBusy()).isTrue();
		this.wire.handOut(true);
		assertThat(this.link.isBusy()).isFalse();
	}

}
