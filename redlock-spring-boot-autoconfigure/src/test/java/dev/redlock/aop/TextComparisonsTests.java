package dev.redlock.aop;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Conditions that compare something with a text.
 */
class TextComparisonsTests {

	@Test
	void anEnumIsNeverEqualToATextSoThatTheStartIsStopped() {
		Refusals.assertRefused(EnumParameter.class,
				"the condition '#status == 'OPEN'' compares #status, a %s, with a text, to which it is never equal"
					.formatted(Status.class.getName()),
				"Compare its text: \"#status.name() == 'OPEN'\"");
	}

	@Test
	void noMoreThanAnythingElseWhoseTypeIsKnown() {
		Refusals.assertRefused(NumberParameter.class, "compares #id, a long, with a text",
				"\"#id.toString() == '42'\"");
		Refusals.assertRefused(UuidParameter.class, "compares #id, a java.util.UUID", "\"#id.toString() == 'x'\"");
		Refusals.assertRefused(KeyWithBranches.class, "the key '#status != 'OPEN' ? 'a' : 'b'' compares #status",
				"\"#status.name() != 'OPEN'\"");
	}

	@ParameterizedTest
	@ValueSource(classes = { Getter.class, RecordComponent.class, PublicField.class, Call.class, NullSafe.class,
			Within.class })
	void whatAParameterLeadsToIsLookedAtToo(Class<?> type) {
		Refusals.assertRefused(type, ", a %s, with a text".formatted(Status.class.getName()), "name() == 'OPEN'");
	}

	@Test
	void theTypeThatAClassGivesAVariableCounts() {
		Refusals.assertRefused((context) -> context.registerBean("culprit", OfStatus.class), Generic.class,
				"compares #value, a " + Status.class.getName(), "#value.name()");
	}

	@Test
	void whatMayBeATextIsNotRefused() {
		RecordingRedlock redlock = new RecordingRedlock();
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, MayBeText.class)) {
			MayBeText bean = context.getBean(MayBeText.class);
			Order order = new Order(Status.OPEN, "a");
			bean.text("a");
			bean.object("a");
			bean.comparable("a");
			bean.builder(new StringBuilder("a"));
			bean.enumText(Status.OPEN);
			bean.property(order);
			bean.named(Status.OPEN);
			bean.map(Map.of("status", "a"));
			bean.code(new Code("a"));
			assertThat(redlock.count()).isEqualTo(9);
		}
	}

	@Test
	void whatHasATextInItIsNoneEither() {
		Refusals.assertRefused(ArrayParameter.class, "compares #tags, a java.lang.String[]", "Compare what is in it");
		Refusals.assertRefused(OptionalParameter.class, "compares #tag, a java.util.Optional", "Compare what is in it");
	}

	@Test
	void anEnumThatIsATextIsNotRefused() {
		RecordingRedlock redlock = new RecordingRedlock();
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, TextParameter.class)) {
			context.getBean(TextParameter.class).run(Text.OPEN);
			assertThat(redlock.count()).isOne();
		}
	}

	enum Status {

		OPEN, CLOSED

	}

	enum Text implements CharSequence {

		OPEN;

		@Override
		public int length() {
			return name().length();
		}

		@Override
		public char charAt(int index) {
			return name().charAt(index);
		}

		@Override
		public CharSequence subSequence(int start, int end) {
			return name().subSequence(start, end);
		}

	}

	public record Order(Status status, String id) {
	}

	public static class Bean {

		public final Status last = Status.OPEN;

		public Status getStatus() {
			return Status.OPEN;
		}

	}

	/**
	 * Is equal to its text.
	 */
	record Code(String text) {

		@Override
		public boolean equals(Object other) {
			return other instanceof String && this.text.equals(other);
		}

		@Override
		public int hashCode() {
			return this.text.hashCode();
		}

	}

	static class ArrayParameter {

		@DistributedLock(key = "'a'", condition = "#tags == 'a'")
		void run(String[] tags) {
		}

	}

	static class OptionalParameter {

		@DistributedLock(key = "'a'", condition = "#tag == 'a'")
		void run(Optional<String> tag) {
		}

	}

	static class EnumParameter {

		@DistributedLock(key = "'a'", condition = "#status == 'OPEN'")
		void run(Status status) {
		}

	}

	static class NumberParameter {

		@DistributedLock(key = "'a'", condition = "'42' == #id")
		void run(long id) {
		}

	}

	static class UuidParameter {

		@DistributedLock(key = "'a'", condition = "#id eq 'x'")
		void run(UUID id) {
		}

	}

	static class KeyWithBranches {

		@DistributedLock("#status != 'OPEN' ? 'a' : 'b'")
		void run(Status status) {
		}

	}

	static class Getter {

		@DistributedLock(key = "'a'", condition = "#bean.status == 'OPEN'")
		void run(Bean bean) {
		}

	}

	static class RecordComponent {

		@DistributedLock(key = "'a'", condition = "#order.status == 'OPEN'")
		void run(Order order) {
		}

	}

	static class PublicField {

		@DistributedLock(key = "'a'", condition = "#bean.last == 'OPEN'")
		void run(Bean bean) {
		}

	}

	static class Call {

		@DistributedLock(key = "'a'", condition = "#order.status() == 'OPEN'")
		void run(Order order) {
		}

	}

	static class NullSafe {

		@DistributedLock(key = "'a'", condition = "#p0?.status == 'OPEN'")
		void run(Order order) {
		}

	}

	static class Within {

		@DistributedLock(key = "'a'", condition = "!(#order.id == 'a' and #order.status == 'OPEN')")
		void run(Order order) {
		}

	}

	static class Generic<T> {

		@DistributedLock(key = "'a'", condition = "#value == 'OPEN'")
		void run(T value) {
		}

	}

	static class OfStatus extends Generic<Status> {

	}

	static class TextParameter {

		@DistributedLock(key = "'a'", condition = "#text == 'OPEN'")
		void run(Text text) {
		}

	}

	static class MayBeText {

		@DistributedLock(key = "'a'", condition = "#value == 'a'")
		void text(String value) {
		}

		@DistributedLock(key = "'a'", condition = "#value == 'a'")
		void object(Object value) {
		}

		@DistributedLock(key = "'a'", condition = "#value == 'a'")
		void comparable(Comparable<?> value) {
		}

		@DistributedLock(key = "'a'", condition = "#value == 'a'")
		void builder(StringBuilder value) {
		}

		@DistributedLock(key = "'a'", condition = "#value.name() == 'OPEN'")
		void enumText(Status value) {
		}

		@DistributedLock(key = "'a'", condition = "#order.id == 'a'")
		void property(Order order) {
		}

		@DistributedLock(key = "'a'", condition = "#status.toString() != 'CLOSED'")
		void named(Status status) {
		}

		@DistributedLock(key = "'a'", condition = "#values['status'] == 'a'")
		void map(Map<String, String> values) {
		}

		@DistributedLock(key = "'a'", condition = "#code == 'a'")
		void code(Code code) {
		}

	}

}
