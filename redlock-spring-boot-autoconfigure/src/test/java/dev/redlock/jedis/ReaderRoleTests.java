package dev.redlock.jedis;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class ReaderRoleTests {

	private final ReaderRole role = new ReaderRole();

	private volatile boolean polling = true;

	@AfterEach
	void stopPolling() {
		this.polling = false;
	}

	@Test
	void whoeverHasTheRoleKeepsOthersFromIt() {
		assertThat(this.role.tryTake()).isTrue();
		assertThat(this.role.tryTake()).as("not even the same thread").isFalse();
		this.role.give();
		this.role.resume();
		this.role.resume();
		assertThat(this.role.tryTake()).isFalse();
		this.role.giveBack();
		assertThat(this.role.tryTake()).isTrue();
	}

	@Test
	void theLoopDoesNotStandAsideUnlessSomebodyPolls() {
		assertThat(this.role.standAside(() -> false)).isFalse();
		poll();
		assertThat(this.role.standAside(() -> false)).isTrue();
		assertThat(this.role.standAside(() -> false)).as("nobody polled meanwhile").isFalse();
	}

	@Test
	void theLoopDoesNotStandAsideForSomebodyWhoCalledItBack() {
		poll();
		this.role.callBack();
		assertThat(this.role.standAside(() -> false)).isFalse();
	}

	@Test
	void theLoopLooksAfterAllConnectionsNowAndThenHoweverMuchIsPolled() {
		pollWithoutEnd();
		assertThat(this.role.standAside(() -> false)).isTrue();
	}

	@Test
	void theLoopDoesNotWaitWhileAnAnswerWasLeftBehindForTooLong() {
		poll();
		assertThat(this.role.standAside(() -> true)).isFalse();
		assertThat(this.role.isPolled()).as("still to stand aside").isTrue();
	}

	private void poll() {
		assertThat(this.role.tryTake()).isTrue();
		this.role.give();
	}

	private void pollWithoutEnd() {
		Thread thread = new Thread(() -> {
			while (this.polling) {
				poll();
			}
		});
		thread.setDaemon(true);
		thread.start();
		Awaitility.await().until(this.role::isPolled);
	}

}
