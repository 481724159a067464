package dev.redlock.testing.shop;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import dev.redlock.LockNotAcquiredException;
import dev.redlock.aop.LockContext;
import dev.redlock.testing.InMemoryLocks;
import dev.redlock.testing.LocksAreHeld;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A slice, which has no auto-configuration of locks by itself.
 */
@InMemoryLocks
@WebMvcTest
@Import({ Tickets.class, WebSliceTests.TicketController.class })
class WebSliceTests {

	@Autowired
	private MockMvcTester mvc;

	@Test
	void anAnnotatedMethodHasItsLock() {
		assertThat(this.mvc.post().uri("/tickets")).hasStatus(HttpStatus.OK).bodyText().isEqualTo("[ticket:42]");
	}

	@Test
	@LocksAreHeld
	void anAnnotatedMethodDoesNotRunWhileItsLockIsHeld() {
		assertThat(this.mvc.post().uri("/tickets")).hasStatus(HttpStatus.CONFLICT);
	}

	@RestController
	static class TicketController {

		private final Tickets tickets;

		TicketController(Tickets tickets) {
			this.tickets = tickets;
		}

		@PostMapping("/tickets")
		String sell() {
			StringBuilder sold = new StringBuilder();
			this.tickets.sell("42", () -> sold.append(LockContext.currentLease().resources()));
			return sold.toString();
		}

		@ExceptionHandler(LockNotAcquiredException.class)
		@ResponseStatus(HttpStatus.CONFLICT)
		void busy() {
		}

	}

}
