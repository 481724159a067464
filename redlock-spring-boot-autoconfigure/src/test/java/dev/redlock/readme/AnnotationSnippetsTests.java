package dev.redlock.readme;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.readme.AnnotationSnippets.Conditions;
import dev.redlock.readme.AnnotationSnippets.Fencing;
import dev.redlock.readme.AnnotationSnippets.Held;
import dev.redlock.readme.AnnotationSnippets.Invoice;
import dev.redlock.readme.AnnotationSnippets.Keys;
import dev.redlock.readme.AnnotationSnippets.Losses;
import dev.redlock.readme.AnnotationSnippets.Order;
import dev.redlock.readme.AnnotationSnippets.Programmatic;
import dev.redlock.readme.AnnotationSnippets.Reentrance;
import dev.redlock.readme.AnnotationSnippets.Retries;
import dev.redlock.readme.AnnotationSnippets.Schedules;
import dev.redlock.readme.AnnotationSnippets.SelfInvocation;
import dev.redlock.readme.AnnotationSnippets.Tenants;
import dev.redlock.readme.AnnotationSnippets.Times;
import dev.redlock.readme.QuickStartSnippets.Stock;
import dev.redlock.readme.QuickStartSnippets.StockRepository;
import dev.redlock.readme.QuickStartSnippets.StockService;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The snippets of the documentation do what it says.
 */
class AnnotationSnippetsTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private static final List<Class<?>> BEANS = List.of(Keys.class, Times.class, Fencing.class, Held.class,
			Conditions.class, Losses.class, Tenants.class, Reentrance.class, SelfInvocation.class, Schedules.class,
			Retries.class, Programmatic.class, QuickStartSnippets.class, StockService.class);

	private void run(ContextConsumer<AssertableApplicationContext> test) {
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class))
			.withBean(StockRepository.class, () -> (sku, fence) -> new Stock(sku))
			.withPropertyValues("redlock.nodes=" + servers.uris(), "redlock.restart-guard=false",
					"redlock.node-timeout=5s");
		for (Class<?> bean : BEANS) {
			runner = runner.withBean(bean);
		}
		runner.run(test);
	}

	@Test
	void allOfThemRun() {
		run((context) -> {
			Order order = new Order("42", false);
			context.getBean(Keys.class).ship(order);
			context.getBean(Keys.class).transfer("DE1", "DE2");
			context.getBean(Times.class).report();
			context.getBean(Times.class).importOrders();
			context.getBean(Times.class).ping();
			context.getBean(Fencing.class).reserve("book");
			context.getBean(Losses.class).export();
			context.getBean(Tenants.class).migrate("a");
			context.getBean(Reentrance.class).checkOut("42", context.getBean(Reentrance.class));
			context.getBean(Retries.class).send("a@example.org");
			context.getBean(Programmatic.class).lock();
			assertThat(context.getBean(QuickStartSnippets.class).execute("book").sku()).isEqualTo("book");
			assertThat(context.getBean(StockService.class).reserve("book").sku()).isEqualTo("book");
		});
	}

	@Test
	void anotherOwnerIsAnEmptyResultOrAFallback() {
		run((context) -> {
			Held held = context.getBean(Held.class);
			assertThat(held.invoice("1")).isEqualTo(Optional.of(new Invoice("1")));
			assertThat(held.price("book")).isEqualTo(100);
			try (Lease lease = context.getBean(Redlock.class).acquire(LockRequest.of("invoice:1", "price:book"))) {
				assertThat(lease.isValid()).isTrue();
				assertThat(held.invoice("1")).isEmpty();
				assertThat(held.price("book")).isEqualTo(99);
			}
		});
	}

	@Test
	void aConditionLeavesTheLockOut() {
		run((context) -> {
			try (Lease lease = context.getBean(Redlock.class).acquire(LockRequest.of("order:42"))) {
				context.getBean(Conditions.class).save(new Order("42", true));
				assertThat(lease.isValid()).isTrue();
			}
		});
	}

	@Test
	void aCallOfThisIsNoticed() {
		run((context) -> {
			SelfInvocation orders = context.getBean(SelfInvocation.class);
			orders.cancel("42");
			assertThatIllegalStateException().isThrownBy(() -> orders.cancelAll(List.of("42")));
		});
	}

	@Test
	void aScheduledJobLeavesItsKey() {
		run((context) -> {
			context.getBean(Schedules.class).nightly();
			assertThat(servers.get(0).get("nightly")).isNotNull();
		});
	}

}
