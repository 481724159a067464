package dev.redlock.readme;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.redlock.LockHeldException;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.RedlockException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What clients see of the snippets with errors.
 */
class ErrorSnippetsTests {

	@Test
	void whoFindsTheLockHeldIsToldWhenToTryAgain() {
		assertThat(answer(() -> held(Duration.ofMillis(2500)))).hasStatus(HttpStatus.CONFLICT)
			.hasHeader("Retry-After", "3");
		assertThat(answer(() -> held(null))).hasStatus(HttpStatus.CONFLICT).hasHeader("Retry-After", "1");
	}

	@Test
	void withoutAQuorumTheServiceIsUnavailable() {
		assertThat(answer(() -> new QuorumUnavailableException(Set.of("a"), Duration.ZERO, List.of())))
			.hasStatus(HttpStatus.SERVICE_UNAVAILABLE)
			.doesNotContainHeader("Retry-After");
	}

	private static LockHeldException held(Duration remaining) {
		return new LockHeldException(Set.of("a"), Duration.ZERO, List.of(), remaining);
	}

	private static MvcTestResult answer(Supplier<RedlockException> refusal) {
		return MockMvcTester
			.create(MockMvcBuilders.standaloneSetup(new Refused(refusal))
				.setControllerAdvice(new ErrorSnippets.LockErrors())
				.build())
			.get()
			.uri("/")
			.exchange();
	}

	@RestController
	record Refused(Supplier<RedlockException> refusal) {

		@GetMapping("/")
		String run() {
			throw this.refusal.get();
		}

	}

}
