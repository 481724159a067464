package dev.redlock.aop;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Annotations that stop the start of the application.
 */
class InvalidLockDefinitionTests {

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
	void aNameThatDoesNotResolveIsRefused() {
		Refusals.assertRefused(UnresolvedName.class, "name '${missing}' can't be resolved", "${my.property:default}");
		Refusals.assertRefused(EmptyName.class, "name '${missing:}' can't be resolved: it is empty",
				"Set the property");
	}

	@Test
	void aNameThatIsBlankIsRefused() {
		Refusals.assertRefused(BlankName.class, "the name is blank", "Give it a name");
	}

	@Test
	void aCapOfExtensionsThatIsNegativeIsRefused() {
		Refusals.assertRefused(NegativeCap.class, "maxExtensions = -2 is no number", "redlock.extension.max");
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

	@Test
	void aKeyThatIsBytesOrCharactersIsRefused() {
		Refusals.assertRefused(BytesKey.class, "the key '#p0' is a byte[], of which each element would be locked",
				"Give its text, such as in hex");
		Refusals.assertRefused(CharactersKey.class, "the key '#id' is a char[]", "Give its text");
	}

	@Test
	void aValueAndAKeyThatDifferAreRefused() {
		Refusals.assertRefused(ValueAndKey.class, "'value' and 'key' are different", "Give one of them");
	}

	@Test
	void aSkippedCallThatHasNothingToReturnIsRefused() {
		Refusals.assertRefused(SkippedInt.class, "whenHeld = SKIP has nothing to return as int", "Return Integer");
	}

	@Test
	void aReturnTypeWhoseWorkOutlivesTheCallIsRefused() {
		Refusals.assertRefused(AsynchronousFuture.class, "the return type Future", "");
	}

	@Test
	void twoLocksForOneMethodAreRefused() {
		for (Class<?> bean : new Class<?>[] { TwoComposed.class, ComposedAndDirect.class }) {
			Refusals.assertRefused(bean, "more than one @DistributedLock applies to it", "one key that is a list");
		}
	}

	@Test
	void differentLocksOfTwoInterfacesForOneMethodAreRefused() {
		Refusals.assertRefused(OfTwoInterfaces.class, "more than one @DistributedLock applies to it",
				"one key that is a list");
		assertThatExceptionOfType(InvalidLockDefinitionException.class)
			.isThrownBy(() -> AopContexts.of(new RecordingRedlock(), InheritedOfTwoInterfaces.class))
			.withMessageContaining("more than one @DistributedLock applies to it");
	}

	@Test
	void twoLocksForAClassAreRefused() {
		Refusals.assertRefused(TwoOnClass.class, "more than one @DistributedLock applies to it",
				"one key that is a list");
	}

	static class BlankName {

		@DistributedLock(name = "  ")
		void run() {
		}

	}

	static class NegativeCap {

		@DistributedLock(name = "a", maxExtensions = -2)
		void run() {
		}

	}

	interface One {

		@DistributedLock(name = "one")
		void run();

	}

	interface Other {

		@DistributedLock(name = "other")
		void run();

	}

	public static class Runner {

		public void run() {
		}

	}

	public static class OfTwoInterfaces implements One, Other {

		@Override
		public void run() {
		}

	}

	public static class InheritedOfTwoInterfaces extends Runner implements One, Other {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(name = "tenant", key = "#p0")
	@interface OnePerTenant {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(name = "account", key = "#p0")
	@interface OnePerAccount {

	}

	static class TwoComposed {

		@OnePerTenant
		@OnePerAccount
		void run(String id) {
		}

	}

	static class ComposedAndDirect {

		@OnePerTenant
		@DistributedLock(name = "direct", key = "#id")
		void run(String id) {
		}

	}

	@OnePerTenant
	@OnePerAccount
	public static class TwoOnClass {

		public void run(String id) {
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

	static class UnresolvedName {

		@DistributedLock(name = "${missing}", key = "#id")
		void run(String id) {
		}

	}

	static class EmptyName {

		@DistributedLock(name = "${missing:}", key = "#id")
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

	static class BytesKey {

		@DistributedLock("#p0")
		void run(byte[] hash) {
		}

	}

	static class CharactersKey {

		@DistributedLock("#id")
		void run(char[] id) {
		}

	}

	static class ValueAndKey {

		@DistributedLock(value = "#id", key = "#p0")
		void run(String id) {
		}

	}

	static class SkippedInt {

		@DistributedLock(key = "#id", whenHeld = WhenHeld.SKIP)
		int run(String id) {
			return 1;
		}

	}

	static class AsynchronousFuture {

		@DistributedLock("#id")
		Future<String> run(String id) {
			return CompletableFuture.completedFuture(id);
		}

	}

}
