package dev.redlock.readme;

import java.time.Duration;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;

/**
 * The snippets of the documentation with errors.
 */
class ErrorSnippets {

	// tag::http[]
	@RestControllerAdvice
	static class LockErrors {

		@ExceptionHandler
		ResponseEntity<ProblemDetail> held(LockHeldException ex) {
			long seconds = ex.getRemaining().map(Duration::toSeconds).orElse(0L) + 1;
			return ResponseEntity.status(HttpStatus.CONFLICT)
				.header(HttpHeaders.RETRY_AFTER, String.valueOf(seconds))
				.body(ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, "Somebody else works on it"));
		}

		@ExceptionHandler
		ProblemDetail unavailable(LockNotAcquiredException ex) {
			return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, "Please try again later");
		}

	}
	// end::http[]

}
