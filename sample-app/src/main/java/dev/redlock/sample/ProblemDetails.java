package dev.redlock.sample;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.NodeVote;

/**
 * Tells clients what went wrong, by RFC 9457.
 */
@RestControllerAdvice
class ProblemDetails {

	@ExceptionHandler
	ProblemDetail soldOut(SoldOutException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail unknown(UnknownSkuException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail stale(StaleLeaseException ex) {
		return conflict("The lock went to another holder", "stale", ex);
	}

	/**
	 * The lock was lost before its method began.
	 */
	@ExceptionHandler
	ProblemDetail lost(LeaseLostException ex) {
		return conflict("The lock was lost", "lost", ex);
	}

	private static ProblemDetail conflict(String title, String reason, RuntimeException ex) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, ex.getMessage());
		problem.setTitle(title);
		problem.setProperty("reason", reason);
		return problem;
	}

	/**
	 * Shows the votes of the nodes, with their addresses. A real application logs them
	 * instead.
	 */
	@ExceptionHandler
	ProblemDetail notLocked(LockNotAcquiredException ex) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, ex.getMessage());
		problem.setTitle((ex instanceof LockHeldException) ? "The lock is held" : "No quorum of lock nodes");
		problem.setProperty("reason", (ex instanceof LockHeldException) ? "held" : "unavailable");
		problem.setProperty("votes", ex.getVotes().stream().map(NodeVote::toString).toList());
		return problem;
	}

}
