package dev.redlock.aop;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.TypeDescriptor;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Keys that are put together of text and what has to become text.
 */
class KeyTextTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	@Test
	void whatHasATextOfItsOwnMayBePartOfAKey() {
		assertThat(keyOf(42)).isEqualTo("order:42");
		assertThat(keyOf("x")).isEqualTo("order:x");
		assertThat(keyOf(LocalDate.of(2026, 11, 26))).isEqualTo("order:2026-11-26");
		assertThat(keyOf(new Id(7))).isEqualTo("order:Id[number=7]");
		assertThat(keyOf(List.of(1, 2))).isEqualTo("order:1,2");
		assertThat(keyOf(new String[] { "a", "b" })).isEqualTo("order:a,b");
		assertThat(keyOf(new int[] { 1, 2 })).isEqualTo("order:1,2");
	}

	@Test
	void whatIsAnotherTextInEachProcessMayNot() {
		assertThatIllegalArgumentException().isThrownBy(() -> keyOf(new Order()))
			.withMessageContaining(Order.class.getName() + " has no text that is the same in all processes")
			.withMessageContaining("'#order.id'");
		assertThat(this.redlock.count()).isZero();
	}

	@Test
	void whatIsNoTextIsPutTogetherWithTextsButIsNoArgumentForAParameterThatWantsOne() throws Exception {
		KeyTextConverter converter = new KeyTextConverter();
		TypeDescriptor reference = TypeDescriptor.valueOf(AtomicReference.class);
		MethodParameter text = new MethodParameter(String.class.getMethod("concat", String.class), 0);
		assertThat(converter.canConvert(reference, TypeDescriptor.valueOf(String.class))).isTrue();
		assertThat(converter.canConvert(reference, new TypeDescriptor(text))).isFalse();
	}

	@Test
	void norMayAnArrayThatSpringDoesNotJoin() {
		assertThatIllegalArgumentException().isThrownBy(() -> keyOf(new LocalDate[] { LocalDate.of(2026, 11, 26) }))
			.withMessageContaining("java.time.LocalDate[] has no text that is the same in all processes");
		assertThatIllegalArgumentException().isThrownBy(() -> keyOf(new Id[] { new Id(7) }));
		assertThat(this.redlock.count()).isZero();
	}

	@Test
	void norMayWhatDependsOnHashCodesOrTheTimeZoneOfTheJvm() {
		assertThatIllegalArgumentException().isThrownBy(() -> keyOf(Set.of("a", "b")));
		assertThatIllegalArgumentException().isThrownBy(() -> keyOf(Map.of("a", 1, "b", 2)));
		assertThatIllegalArgumentException().isThrownBy(() -> keyOf(new Date()))
			.withMessageContaining("java.util.Date has no text that is the same in all processes");
		assertThatIllegalArgumentException().isThrownBy(() -> keyOf(Calendar.getInstance()));
		assertThat(this.redlock.count()).isZero();
		assertThat(keyOf(new TreeSet<>(Set.of("b", "a")))).isEqualTo("order:a,b");
		assertThat(keyOf(EnumSet.of(TimeUnit.DAYS, TimeUnit.HOURS))).isEqualTo("order:HOURS,DAYS");
		assertThat(keyOf(new TreeMap<>(Map.of("b", 2, "a", 1)))).isEqualTo("order:{a=1, b=2}");
	}

	@Test
	void whatIsInAValueMayBePartOfAKeyIfItHasATextOfItsOwn() {
		UUID id = new UUID(0, 7);
		LocalDate date = LocalDate.of(2026, 11, 26);
		assertThat(keyOf(List.of("a", "b"))).isEqualTo("order:a,b");
		assertThat(keyOf(List.of(id, id))).isEqualTo("order:" + id + "," + id);
		assertThat(keyOf(List.of(TimeUnit.DAYS, List.of("a", 1)))).isEqualTo("order:DAYS,a,1");
		assertThat(keyOf(List.of(new int[] { 1, 2 }, new String[] { "a" }))).isEqualTo("order:1,2,a");
		assertThat(keyOf(Arrays.asList("a", null))).startsWith("order:a");
		assertThat(keyOf(Optional.of("a"))).isEqualTo("order:a");
		assertThat(keyOf(Optional.of(List.of("a", "b")))).isEqualTo("order:a,b");
		assertThat(keyOf(new AtomicReference<>("a"))).isEqualTo("order:a");
		assertThat(keyOf(new AtomicReference<>(List.of(date)))).isEqualTo("order:[2026-11-26]");
		assertThat(keyOf(new Line(new Id(7), date, TimeUnit.DAYS, List.of("a"), Optional.of(id)))).isEqualTo(
				"order:Line[id=Id[number=7], date=2026-11-26, unit=DAYS, names=[a], other=Optional[" + id + "]]");
		assertThat(keyOf(new Any(new Any(new TreeMap<>(Map.of("a", new TreeSet<>(Set.of(2, 1))))))))
			.isEqualTo("order:Any[value=Any[value={a=[1, 2]}]]");
		assertThat(keyOf(new Any(null))).isEqualTo("order:Any[value=null]");
	}

	@Test
	void anElementThatIsAnotherTextInEachProcessMayNot() {
		for (Object value : new Object[] { List.of(new Order()), new Order[] { new Order() }, List.of("a", new Order()),
				new Object[] { new Order() }, new Order[][] { { new Order() } }, List.of(List.of(new Order())),
				new LinkedHashSet<>(List.of(new Order())) }) {
			assertThatIllegalArgumentException().isThrownBy(() -> keyOf(value))
				.withMessageContaining("has a " + Order.class.getName()
						+ " in it, which has no text that is the same in all processes")
				.withMessageContaining("'#order.id'");
		}
		for (Object element : new Object[] { new Date(), Calendar.getInstance(), Set.of("a", "b"), Map.of("a", 1) }) {
			assertThatIllegalArgumentException().isThrownBy(() -> keyOf(List.of(element)))
				.withMessageContaining("has a " + element.getClass().getName() + " in it");
			assertThatIllegalArgumentException().isThrownBy(() -> keyOf(new Object[] { element }));
		}
		assertThat(this.redlock.count()).isZero();
	}

	@Test
	void norMayWhatAnOptionalAReferenceOrAMapHasInIt() {
		for (Object textless : new Object[] { new Order(), Set.of("a"), new Date(), List.of(new Order()) }) {
			for (Object value : new Object[] { Optional.of(textless), new AtomicReference<>(textless),
					new TreeMap<>(Map.of("a", textless)), new LinkedHashMap<>(Map.of(textless, "a")) }) {
				assertThatIllegalArgumentException().isThrownBy(() -> keyOf(value))
					.withMessageContaining("A " + value.getClass().getName() + " has a ")
					.withMessageContaining(" in it, which has no text that is the same in all processes");
			}
		}
		assertThatIllegalArgumentException().isThrownBy(() -> keyOf(new AtomicReference<>(new byte[] { 1 })))
			.withMessageContaining("has a byte[] in it");
		assertThatIllegalArgumentException().isThrownBy(() -> keyOf(new TreeMap<>(Map.of("a", new String[] { "a" }))))
			.withMessageContaining("has a java.lang.String[] in it");
		assertThat(this.redlock.count()).isZero();
	}

	@Test
	void norMayAComponentOfARecord() {
		for (Object textless : new Object[] { new byte[] { 1 }, new Id[] { new Id(7) }, Set.of("a"), Set.of(),
				Map.of("a", 1), new Date(), new Order(), Optional.of(new Order()), List.of(new byte[] { 1 }),
				new Any(new Order()) }) {
			assertThatIllegalArgumentException().isThrownBy(() -> keyOf(new Any(textless)))
				.withMessageContaining("A " + Any.class.getName() + " has a ")
				.withMessageContaining(" in it, which has no text that is the same in all processes");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> keyOf(new Upload("a", new byte[] { 1 })))
			.withMessageContaining("Upload has a byte[] in it");
		assertThat(this.redlock.count()).isZero();
	}

	@Test
	void aRecordMayIfItsOwnTextLeavesOutWhatHasNone() {
		assertThat(keyOf(new Named("a", new byte[] { 1 }))).isEqualTo("order:a");
		assertThat(keyOf(new Sized("a", new byte[] { 1 }))).isEqualTo("order:Sized[name=a, data=1 bytes]");
	}

	@Test
	void whatIsInItselfHasNoText() {
		List<Object> list = new ArrayList<>();
		list.add(List.of(list));
		AtomicReference<Object> reference = new AtomicReference<>();
		reference.set(new Any(reference));
		Object[] array = new Object[1];
		array[0] = array;
		List<Object> records = new ArrayList<>();
		records.add(new Any(records));
		for (Object value : new Object[] { list, reference, array, records, new Any(reference), new Any(list) }) {
			assertThatIllegalArgumentException().isThrownBy(() -> keyOf(value))
				.withMessageContaining("no text that is the same in all processes");
		}
		assertThat(this.redlock.count()).isZero();
	}

	@Test
	void aTypeWithoutMethodsAsInANativeImageHasAText() {
		assertThat(new KeyTextConverter().canConvert(TypeDescriptor.valueOf(long.class),
				TypeDescriptor.valueOf(String.class)))
			.isTrue();
	}

	private String keyOf(Object order) {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Shop.class)) {
			context.getBean(Shop.class).ship(order);
		}
		return this.redlock.last().resources().iterator().next();
	}

	record Id(int number) {
	}

	record Line(Id id, LocalDate date, TimeUnit unit, List<String> names, Optional<UUID> other) {
	}

	record Any(Object value) {
	}

	/**
	 * Gives away a copy each time.
	 */
	record Upload(String name, byte[] data) {

		@Override
		public byte[] data() {
			return this.data.clone();
		}

	}

	record Named(String name, byte[] data) {

		@Override
		public String toString() {
			return this.name;
		}

	}

	record Sized(String name, byte[] data) {

		@Override
		public String toString() {
			return "Sized[name=" + this.name + ", data=" + this.data.length + " bytes]";
		}

	}

	/**
	 * Spring takes it for something that can be told as a text, since it is made of one.
	 */
	public static class Order {

		public static Order valueOf(String id) {
			return new Order();
		}

	}

	static class Shop {

		@DistributedLock("'order:' + #order")
		void ship(Object order) {
		}

	}

}
