package dev.redlock.aop;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Durations of a lock that stop the start of the application, or are doubtful.
 */
@ExtendWith(OutputCaptureExtension.class)
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
	void aNumberThatIsHardlyMeantAsMillisecondsIsWarnedAbout(CapturedOutput output) {
		AopContexts.of(new RecordingRedlock(), Numbers.class).close();
		assertThat(output).contains("The ttl of", "has no unit and is 30 milliseconds", "\"30ms\" or \"30s\"")
			.containsOnlyOnce("has no unit");
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

	static class Numbers {

		@DistributedLock(key = "#id", ttl = "30")
		void seconds(String id) {
		}

		@DistributedLock(key = "#id", ttl = "5000", waitTime = "0", holdAtLeast = "30ms")
		void milliseconds(String id) {
		}

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
