package dev.redlock.jedis;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SubscribedWireTests {

	@Test
	void anErrorWhileACommandIsWrittenEndsTheConnectionAndNothingElse() {
		CountingWire wire = new CountingWire();
		wire.fail(new LinkageError("scripted"));
		new SubscribedWire(wire, (message) -> {
		}, (ended, cause) -> {
		}).subscribe("order:42");
		assertThat(wire.closes()).isEqualTo(1);
	}

}
