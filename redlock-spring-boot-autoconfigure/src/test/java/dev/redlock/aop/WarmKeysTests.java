package dev.redlock.aop;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.expression.spel.SpelEvaluationException;
import org.springframework.mock.env.MockEnvironment;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Keys after many calls, when Spring has compiled their expressions: a key that differed
 * from that of a process just started would let two callers in.
 */
class WarmKeysTests {

	private static final int WARM = 300;

	private final RecordingRedlock redlock = new RecordingRedlock();

	private AnnotationConfigApplicationContext context;

	private Orders orders;

	@BeforeEach
	void start() {
		this.context = AopContexts.of(this.redlock, new MockEnvironment(), Orders.class);
		this.orders = this.context.getBean(Orders.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	@Test
	void aKeyIsTheSameWhateverCameBefore() {
		for (Object id : new Object[] { "42", 42, 42L, new StringBuilder("42") }) {
			assertWarm((any) -> this.orders.any(any), id, "42");
			assertWarm((any) -> this.orders.text(any), id, "order:42");
		}
		UUID uuid = UUID.randomUUID();
		assertWarm((any) -> this.orders.text(any), uuid, "order:" + uuid);
		assertWarm((any) -> this.orders.text(any), null, "order:null");
		assertWarm((any) -> this.orders.any(any), List.of("42"), "42");
	}

	@Test
	void aPropertyIsReadFromWhateverHasIt() {
		for (Object order : new Object[] { new Order("42"), new BigOrder("42"), new LegacyOrder(42),
				new HiddenOrder("42") }) {
			assertWarm((any) -> this.orders.property(any), order, "order:42");
		}
	}

	@Test
	void severalParametersKeepTheirPlaces() {
		for (int i = 0; i < WARM; i++) {
			this.orders.several("a" + i, i, new Order("o" + i));
			assertThat(this.redlock.lastResources()).containsExactly("a" + i + "-" + i + "-o" + i);
		}
	}

	@Test
	void anArgumentWithoutAValueIsStillAnError() {
		assertWarm((any) -> this.orders.any(any), "42", "42");
		assertThatIllegalArgumentException().isThrownBy(() -> this.orders.any(null)).withMessageContaining("is null");
		assertWarm((any) -> this.orders.property(any), new Order("42"), "order:42");
		assertThatIllegalArgumentException().isThrownBy(() -> this.orders.property(null))
			.withMessageContaining("Orders.property can't be evaluated: EL1007E")
			.withCauseInstanceOf(SpelEvaluationException.class);
	}

	@Test
	void aKeyIsEvaluatedOncePerCall() {
		Sequence sequence = new Sequence();
		for (int i = 1; i <= WARM; i++) {
			this.orders.next(sequence);
			assertThat(this.redlock.lastResources()).containsExactly("n" + i);
		}
	}

	@Test
	void aNumberIsTheSameWhateverNumbersCameBefore() {
		assertWarm((id) -> this.orders.sum(Map.of("id", id)), 41, "42");
		assertWarm((id) -> this.orders.sum(Map.of("id", id)), 12_884_901_905L, "12884901906");
	}

	@Test
	void whatIsEmptyIsReplacedInEachCall() {
		assertWarm((coupon) -> this.orders.coupon(coupon), Optional.of("gift"), "gift");
		assertWarm((coupon) -> this.orders.coupon(coupon), Optional.empty(), "none");
	}

	@Test
	void aConditionHoldsForTheSameValuesWhateverCameBefore() {
		for (int i = 0; i < WARM; i++) {
			this.orders.costly(Map.of("amount", 1));
		}
		assertThat(this.redlock.count()).isZero();
		for (int i = 1; i <= WARM; i++) {
			this.orders.costly(Map.of("amount", 100.5));
			assertThat(this.redlock.count()).isEqualTo(i);
		}
	}

	private <T extends @Nullable Object> void assertWarm(Function<T, String> method, T argument, String resource) {
		for (int i = 0; i < WARM; i++) {
			method.apply(argument);
			assertThat(this.redlock.lastResources()).containsExactly(resource);
		}
	}

	static class Orders {

		@DistributedLock("#id")
		String any(Object id) {
			return "done";
		}

		@DistributedLock("'order:' + #id")
		String text(Object id) {
			return "done";
		}

		@DistributedLock("'order:' + #order.id")
		String property(Object order) {
			return "done";
		}

		@DistributedLock("#a0 + '-' + #p1 + '-' + #third.id")
		String several(String first, int second, Order third) {
			return "done";
		}

		@DistributedLock("#event['id'] + 1")
		String sum(Map<String, Object> event) {
			return "done";
		}

		@DistributedLock("#coupon ?: 'none'")
		String coupon(Optional<?> coupon) {
			return "done";
		}

		@DistributedLock(key = "'costly'", condition = "#event['amount'] - 100 > 0")
		void costly(Map<String, Object> event) {
		}

		@DistributedLock("#sequence.next()")
		String next(Sequence sequence) {
			return "done";
		}

	}

	public static class Order {

		private final String id;

		Order(String id) {
			this.id = id;
		}

		public String getId() {
			return this.id;
		}

	}

	public static class BigOrder extends Order {

		BigOrder(String id) {
			super(id);
		}

	}

	public record LegacyOrder(long id) {
	}

	record HiddenOrder(String id) {
	}

	public static class Sequence {

		private final AtomicInteger last = new AtomicInteger();

		public String next() {
			return "n" + this.last.incrementAndGet();
		}

	}

}
