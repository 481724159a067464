package dev.redlock.jedis;

import java.io.IOException;
import java.nio.channels.Selector;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.node.AwakeSender;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When whoever has added a command can leave it to others to write it.
 */
class PausesTests {

	private final Selector selector;

	private final Pauses pauses;

	PausesTests() throws IOException {
		this.selector = Selector.open();
		this.pauses = new Pauses(this.selector);
	}

	@AfterEach
	void close() throws IOException {
		this.selector.close();
	}

	@Test
	void aPauseIsDueWhileRepliesAreHandedOut() {
		assertThat(this.pauses.isDue()).isFalse();
		this.pauses.beginHandingOut(true);
		assertThat(this.pauses.isDue()).isTrue();
		this.pauses.endHandingOut();
		assertThat(this.pauses.isDue()).isFalse();
	}

	@Test
	void noPauseIsDueAfterRepliesThatACallerReads() {
		this.pauses.beginHandingOut(false);
		assertThat(this.pauses.isDue()).isFalse();
	}

	@Test
	void onceItIsLeftToCallersItIsDueUntilOneOfThemTellsOfIt() {
		AwakeSender caller = leaveToCallers();
		assertThat(this.pauses.isDue()).isTrue();
		caller.help();
		assertThat(this.pauses.isDue()).isFalse();
	}

	@Test
	void orUntilTheLastOfThemGoesToSleep() {
		AwakeSender caller = leaveToCallers();
		for (int awake = WriterDuty.ENOUGH; awake > 1; awake--) {
			caller.goToSleep();
		}
		assertThat(this.pauses.isDue()).isTrue();
		caller.goToSleep();
		assertThat(this.pauses.isDue()).isFalse();
	}

	@Test
	void orUntilTheLoopFindsNoMoreReplies() {
		leaveToCallers();
		this.pauses.endHandingOut();
		assertThat(this.pauses.isDue()).isFalse();
	}

	private AwakeSender leaveToCallers() {
		for (int awake = 1; awake < WriterDuty.ENOUGH; awake++) {
			this.pauses.stayAwake();
		}
		AwakeSender caller = this.pauses.stayAwake();
		this.pauses.beginHandingOut(true);
		this.pauses.endHandingOut();
		return caller;
	}

}
