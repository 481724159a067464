package dev.redlock.actuate;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.BDDMockito;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.redlock.node.RedlockNode;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class RedlockHealthIndicatorTests {

	@Test
	void nodesThatCanNotBeLookedAtAreDownAndTheLogSaysSo(CapturedOutput output) {
		RedlockNode node = BDDMockito.mock(RedlockNode.class);
		BDDMockito.given(node.status()).willThrow(new IllegalStateException("no status"));
		Health health = new RedlockHealthIndicator(List.of(node)).health();
		assertThat(health.getStatus()).isEqualTo(Status.DOWN);
		assertThat(health.getDetails()).containsEntry("error", "java.lang.IllegalStateException: no status");
		assertThat(output).contains("The nodes of Redlock could not be looked at");
	}

}
