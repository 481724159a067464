package dev.redlock.aop;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Parameters that are the key as a whole, and stop the start of the application if their
 * type can't be one.
 */
class InvalidKeyTypeTests {

	@ParameterizedTest
	@ValueSource(classes = { EntityKey.class, OptionalKey.class, BooleanKey.class, ListOfEntities.class,
			ArrayOfEntities.class })
	void aParameterThatCanNotBeAKeyIsRefused(Class<?> type) {
		Refusals.assertRefused(type, "but must be a String, Number, UUID, Enum or date or time of java.time",
				"Name what to lock, as in \"#order.id\"");
	}

	@Test
	void aParameterThatAClassMakesOneThatCanNotBeAKeyIsRefused() {
		Refusals.assertRefused((context) -> context.registerBean("culprit", GenericKey.class), Base.class,
				"the key '#key' is a " + Order.class.getName(), "Name what to lock, as in \"#order.id\"");
	}

	@ParameterizedTest
	@ValueSource(classes = { AnyKey.class, PrimitiveKey.class, NumberKey.class, InterfaceKey.class, ListOfAny.class,
			WildcardList.class, DateKey.class, RawCollection.class, PrimitiveArray.class, LowerBound.class,
			TwoBounds.class })
	void aParameterThatMayBeAKeyIsNotRefused(Class<?> type) {
		try (AnnotationConfigApplicationContext context = AopContexts.of(new RecordingRedlock(), type)) {
			assertThat(context.getBean(type)).isNotNull();
		}
	}

	public static class TwoBounds {

		@DistributedLock(key = "#key")
		public <T extends Base<String> & CharSequence> void run(T key) {
		}

	}

	public record Order(long id) {

	}

	public interface Keyed {

	}

	public static class Base<K> {

		@DistributedLock(key = "#key")
		public void run(K key) {
		}

	}

	public static class GenericKey extends Base<Order> {

	}

	public static class EntityKey {

		@DistributedLock(key = "#key")
		public void run(Order key) {
		}

	}

	public static class OptionalKey {

		@DistributedLock(key = "#key")
		public void run(Optional<String> key) {
		}

	}

	public static class BooleanKey {

		@DistributedLock(key = "#key")
		public void run(boolean key) {
		}

	}

	public static class ListOfEntities {

		@DistributedLock(key = "#key")
		public void run(List<? extends Order> key) {
		}

	}

	public static class ArrayOfEntities {

		@DistributedLock(key = "#key")
		public void run(Order[] key) {
		}

	}

	public static class AnyKey {

		@DistributedLock(key = "#key")
		public void run(Object key) {
		}

	}

	public static class PrimitiveKey {

		@DistributedLock(key = "#key")
		public void run(char key) {
		}

	}

	public static class NumberKey {

		@DistributedLock(key = "#key")
		public void run(Number key) {
		}

	}

	public static class InterfaceKey {

		@DistributedLock(key = "#key")
		public void run(Keyed key) {
		}

	}

	public static class ListOfAny {

		@DistributedLock(key = "#key")
		public void run(List<?> key) {
		}

	}

	public static class WildcardList {

		@DistributedLock(key = "#key")
		public void run(List<? super Integer> key) {
		}

	}

	public static class LowerBound {

		@DistributedLock(key = "#key")
		public void run(List<? super Order> key) {
		}

	}

	public static class DateKey {

		@DistributedLock(key = "#key")
		public void run(LocalDate key) {
		}

	}

	public static class RawCollection {

		@SuppressWarnings("rawtypes")
		@DistributedLock(key = "#key")
		public void run(Collection key) {
		}

	}

	public static class PrimitiveArray {

		@DistributedLock(key = "#key")
		public void run(long[] key) {
		}

	}

}
