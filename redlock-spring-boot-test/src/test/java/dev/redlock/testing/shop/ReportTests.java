package dev.redlock.testing.shop;

import org.junit.jupiter.api.Test;

import dev.redlock.LeaseLostException;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.aop.LockContext;
import dev.redlock.testing.InMemoryLocks;
import dev.redlock.testing.InMemoryRedlock;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

// tag::test[]
@InMemoryLocks
class ReportTests {

	@Test
	void aReportThatLostItsLockFails(InMemoryRedlock redlock) {
		LockRequest request = LockRequest.of("report");
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> redlock.execute(request, (lease) -> {
			redlock.lose();
			return "written";
		}));
	}

	@Test
	void aReportIsWrittenUnderItsLock(Redlock redlock) throws Exception {
		redlock.execute(LockRequest.of("report"), (lease) -> {
			LockContext.assertHeld("report");
			return "written";
		});
	}

}
// end::test[]
