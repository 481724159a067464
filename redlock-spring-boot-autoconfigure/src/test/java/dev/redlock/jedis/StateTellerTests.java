package dev.redlock.jedis;

import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

class StateTellerTests {

	@Test
	void aStateThatCannotBeToldEndsNothing() {
		StateTeller teller = new StateTeller(() -> {
			throw new LinkageError("no log");
		}, Runnable::run);
		assertThatNoException().isThrownBy(teller::tell);
	}

	@Test
	void whoWaitsForALogThatHasNoThreadGoesOn() {
		AtomicBoolean next = new AtomicBoolean();
		new StateTeller(() -> {
		}, (task) -> {
			throw new LinkageError("no thread");
		}).whenWritten(() -> next.set(true));
		assertThat(next).isTrue();
	}

}
