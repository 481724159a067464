package dev.redlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;

/**
 * Annotations that stop the start of the application.
 */
class InvalidLockDefinitionTests {

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
	void aNameThatIsWrittenLikeAKeyIsRefused() {
		Refusals.assertRefused(ParameterInName.class,
				"the name 'order:#id' is a text, in which #id stands for no parameter", "key = \"#id\"");
		Refusals.assertRefused(ParameterInTemplate.class,
				"the name 'order:#{#id}' is a text, in which #id stands for no parameter", "key = \"#id\"");
	}

	@Test
	void aKeyWithAParameterInQuotesIsRefused() {
		Refusals.assertRefused(QuotedParameter.class,
				"the key ''order:#id'' has a text in which #id stands for no parameter", "\"'order:' + #id\"");
	}

	@Test
	void aCapOfExtensionsThatIsNegativeIsRefused() {
		Refusals.assertRefused(NegativeCap.class, "maxExtensions = -2 is no number", "redlock.extension.max");
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
		Refusals.assertRefused(AsynchronousFuture.class, "the return type Future does not tell when its work ends",
				"CompletableFuture");
	}

	static class BlankName {

		@DistributedLock(name = "  ")
		void run() {
		}

	}

	static class QuotedParameter {

		@DistributedLock("'order:#id'")
		void run(String id) {
		}

	}

	static class ParameterInTemplate {

		@DistributedLock(name = "order:#{#id}")
		void run(String id) {
		}

	}

	static class ParameterInName {

		@DistributedLock(name = "order:#id")
		void run(String id) {
		}

	}

	static class NegativeCap {

		@DistributedLock(name = "a", maxExtensions = -2)
		void run() {
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
