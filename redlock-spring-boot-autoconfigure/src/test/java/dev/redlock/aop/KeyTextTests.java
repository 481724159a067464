package dev.redlock.aop;

import java.time.LocalDate;
import java.util.Calendar;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
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

	static class Order {

	}

	static class Shop {

		@DistributedLock("'order:' + #order")
		void ship(Object order) {
		}

	}

}
