package dev.redlock.aop;

import org.junit.jupiter.api.Test;

import dev.redlock.annotation.DistributedLock;

/**
 * Durations of a lock that stop the start of the application.
 */
class InvalidDurationTests {

	@Test
	void aTtlThatIsNotPositiveIsRefused() {
		Refusals.assertRefused(NegativeTtl.class, "ttl '-1s' can't be used", "positive ttl");
	}

	@Test
	void aTtlOverTheMaximumIsRefused() {
		Refusals.assertRefused(LongTtl.class, "ttl '61s' can't be used", "redlock.max-ttl");
	}

	@Test
	void aTtlThatIsNoDurationIsRefused() {
		Refusals.assertRefused(NoTtl.class, "ttl 'soon' is no duration", "\"10s\"");
	}

	@Test
	void aPlaceholderThatDoesNotResolveIsRefused() {
		Refusals.assertRefused(UnresolvedTtl.class, "ttl '${missing}' is no duration", "${my.property}");
	}

	@Test
	void anExpressionOfADurationThatFailsIsRefused() {
		Refusals.assertRefused(FailingWaitTime.class, "waitTime '#{missing}' is no duration", "#{expression}");
	}

	@Test
	void aNegativeWaitTimeIsRefused() {
		Refusals.assertRefused(NegativeWaitTime.class, "waitTime '-1s' is negative", "\"0s\" for a single attempt");
	}

	@Test
	void aNegativeHoldAtLeastIsRefused() {
		Refusals.assertRefused(NegativeHoldAtLeast.class, "holdAtLeast '-1s' is negative", "none to free");
	}

	@Test
	void aHoldAtLeastOverTheTtlIsRefused() {
		Refusals.assertRefused(LongHoldAtLeast.class, "holdAtLeast '11s' is over the ttl PT10S", "longer ttl");
		Refusals.assertRefused(HoldAtLeastOverDefault.class, "holdAtLeast '31s' is over the ttl PT30S", "longer ttl");
	}

	static class NegativeTtl {

		@DistributedLock(key = "#id", ttl = "-1s")
		void run(String id) {
		}

	}

	static class LongTtl {

		@DistributedLock(key = "#id", ttl = "61s")
		void run(String id) {
		}

	}

	static class NoTtl {

		@DistributedLock(key = "#id", ttl = "soon")
		void run(String id) {
		}

	}

	static class UnresolvedTtl {

		@DistributedLock(key = "#id", ttl = "${missing}")
		void run(String id) {
		}

	}

	static class FailingWaitTime {

		@DistributedLock(key = "#id", waitTime = "#{missing}")
		void run(String id) {
		}

	}

	static class NegativeWaitTime {

		@DistributedLock(key = "#id", waitTime = "-1s")
		void run(String id) {
		}

	}

	static class NegativeHoldAtLeast {

		@DistributedLock(key = "#id", holdAtLeast = "-1s")
		void run(String id) {
		}

	}

	static class LongHoldAtLeast {

		@DistributedLock(key = "#id", ttl = "10s", holdAtLeast = "11s")
		void run(String id) {
		}

	}

	static class HoldAtLeastOverDefault {

		@DistributedLock(key = "#id", holdAtLeast = "31s")
		void run(String id) {
		}

	}

}
