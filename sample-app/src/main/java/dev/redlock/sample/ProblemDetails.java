package dev.redlock.sample;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

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
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, ex.getMessage());
		problem.setTitle("The lock went to another holder");
		problem.setProperty("reason", "stale");
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
