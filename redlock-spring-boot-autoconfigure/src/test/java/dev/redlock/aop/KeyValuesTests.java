package dev.redlock.aop;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Which values can be keys.
 */
class KeyValuesTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	private AnnotationConfigApplicationContext context;

	private Orders orders;

	@BeforeEach
	void start() {
		this.context = AopContexts.of(this.redlock, Orders.class);
		this.orders = this.context.getBean(Orders.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	@Test
	void numbersUuidsEnumsCollectionsAndArraysAreKeys() {
		UUID id = UUID.randomUUID();
		for (Object key : new Object[] { 42, 42L, id, TimeUnit.DAYS }) {
			this.orders.any(key);
		}
		assertThat(this.redlock.lastResources()).containsExactly("DAYS");
		this.orders.any(List.of("b", 1, id));
		assertThat(this.redlock.lastResources()).containsExactlyInAnyOrder("b", "1", id.toString());
		this.orders.any(new int[] { 2, 1 });
		assertThat(this.redlock.lastResources()).containsExactlyInAnyOrder("1", "2");
	}

	@Test
	void datesAndTimesAreKeys() {
		this.orders.any(LocalDate.of(2026, 11, 28));
		assertThat(this.redlock.lastResources()).containsExactly("2026-11-28");
		this.orders.any(List.of(YearMonth.of(2026, 11), Instant.EPOCH));
		assertThat(this.redlock.lastResources()).containsExactlyInAnyOrder("2026-11", "1970-01-01T00:00:00Z");
		this.orders.any(DayOfWeek.MONDAY);
		assertThat(this.redlock.lastResources()).containsExactly("MONDAY");
	}

	@Test
	void anEnumIsItsNameAndNotItsText() {
		this.orders.any(Size.LARGE);
		assertThat(this.redlock.lastResources()).containsExactly("LARGE");
	}

	@Test
	void aBlankOrEmptyKeyIsAnErrorThatMentionsParameters() {
		for (Object key : new Object[] { "", " ", List.of(), List.of("a", " "), new Object[] { null } }) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.orders.any(key))
				.withMessageContaining("-parameters");
		}
		assertThat(this.redlock.count()).isZero();
	}

	@Test
	void aKeyOfAnotherTypeIsAnErrorThatSaysWhichFit() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.orders.any(new Object()))
			.withMessageMatching(
					"The lock key '.*' of .*Orders.any is a java.lang.Object, but must be a String, Number, "
							+ "UUID, Enum or date or time of java.time, or a collection or array of them.");
		assertThat(this.redlock.count()).isZero();
	}

	@Test
	void bytesAndCharactersAreNotLockedOneByOne() {
		for (Object key : new Object[] { new byte[] { 1, 2 }, new char[] { 'a', 'b' } }) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.orders.any(key))
				.withMessageContaining("is a " + key.getClass().getSimpleName() + ", of which each element")
				.withMessageContaining("give its text, such as in hex")
				.withMessageContaining("Orders.any");
		}
		assertThat(this.redlock.count()).isZero();
		this.orders.any('a');
		assertThat(this.redlock.lastResources()).containsExactly("a");
	}

	@Test
	void anErrorSaysThatItIsAboutAnElement() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.orders.any(Arrays.asList("a", null)))
			.withMessageContaining("has an element that is null");
		assertThatIllegalArgumentException().isThrownBy(() -> this.orders.any(List.of("a", " ")))
			.withMessageContaining("has an element that is blank");
		assertThatIllegalArgumentException().isThrownBy(() -> this.orders.any(List.of(List.of("a"))))
			.withMessageContaining("has an element that is a java.util.");
		assertThat(this.redlock.count()).isZero();
	}

	enum Size {

		LARGE;

		@Override
		public String toString() {
			return "large";
		}

	}

	static class Orders {

		@DistributedLock(key = "#key")
		void any(Object key) {
		}

	}

}
