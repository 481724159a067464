package dev.redlock.aop;

import java.time.Duration;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.mock.env.MockEnvironment;

import dev.redlock.LockRequest;
import dev.redlock.LossPolicy;
import dev.redlock.annotation.AutoExtend;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenLost;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an annotated method asks for besides the resource.
 */
class LockAttributesTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	private AnnotationConfigApplicationContext context;

	@BeforeEach
	void start() {
		this.context = AopContexts.of(this.redlock,
				new MockEnvironment().withProperty("orders.ttl", "7s")
					.withProperty("orders.wait", "1500ms")
					.withProperty("orders.hold", "PT5S")
					.withProperty("spring.application.name", "shop"),
				Orders.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	private LockRequest request(Consumer<Orders> call) {
		call.accept(this.context.getBean(Orders.class));
		return this.redlock.last();
	}

	@Test
	void everythingHasTheDefaultOfItsProperty() {
		LockRequest request = request(Orders::defaults);
		assertThat(request.ttl()).isNull();
		assertThat(request.waitTime()).isNull();
		assertThat(request.holdAtLeast()).isNull();
		assertThat(request.autoExtend()).isNull();
		assertThat(request.maxExtensions()).isNull();
		assertThat(request.fencing()).isFalse();
		assertThat(request.whenLost()).isEqualTo(LossPolicy.FAIL);
	}

	@Test
	void durationsMayBeSimpleOrIsoText() {
		LockRequest request = request(Orders::texts);
		assertThat(request.ttl()).isEqualTo(Duration.ofSeconds(10));
		assertThat(request.waitTime()).isEqualTo(Duration.ofSeconds(2));
		assertThat(request.holdAtLeast()).isEqualTo(Duration.ofMillis(900));
	}

	@Test
	void durationsMayBePlaceholders() {
		LockRequest request = request(Orders::placeholders);
		assertThat(request.ttl()).isEqualTo(Duration.ofSeconds(7));
		assertThat(request.waitTime()).isEqualTo(Duration.ofMillis(1500));
		assertThat(request.holdAtLeast()).isEqualTo(Duration.ofSeconds(5));
	}

	@Test
	void namesMayHavePlaceholdersAndExpressions() {
		LockRequest request = request(Orders::placeholderInName);
		assertThat(request.name()).isEqualTo("shop:nightly");
		assertThat(request.resources()).containsExactly("shop:nightly");
		request = request((orders) -> orders.placeholderInPrefix("42"));
		assertThat(request.name()).isEqualTo("shop-14");
		assertThat(request.resources()).containsExactly("shop-14:42");
	}

	@Test
	void durationsMayBeExpressions() {
		LockRequest request = request(Orders::expressions);
		assertThat(request.ttl()).isEqualTo(Duration.ofSeconds(14));
		assertThat(request.waitTime()).isZero();
		assertThat(request.holdAtLeast()).isEqualTo(Duration.ofSeconds(7));
	}

	@Test
	void theLockMayBeHeldAtLeastForTheWholeTtl() {
		assertThat(request(Orders::wholeTtl).holdAtLeast()).isEqualTo(Duration.ofSeconds(10));
		assertThat(request(Orders::wholeDefaultTtl).holdAtLeast()).isEqualTo(AopContexts.DEFAULT_TTL);
	}

	@Test
	void extensionFencingAndLossAreAsTheAnnotationSays() {
		LockRequest request = request(Orders::extended);
		assertThat(request.autoExtend()).isTrue();
		assertThat(request.maxExtensions()).isEqualTo(3);
		assertThat(request.fencing()).isTrue();
		assertThat(request.whenLost()).isEqualTo(LossPolicy.INTERRUPT);
		request = request(Orders::notExtended);
		assertThat(request.autoExtend()).isFalse();
		assertThat(request.maxExtensions()).isZero();
		assertThat(request.whenLost()).isEqualTo(LossPolicy.IGNORE);
	}

	static class Orders {

		@DistributedLock
		void defaults() {
		}

		@DistributedLock(ttl = "10s", waitTime = "PT2S", holdAtLeast = "900ms")
		void texts() {
		}

		@DistributedLock(ttl = "${orders.ttl}", waitTime = "${orders.wait}", holdAtLeast = "${orders.hold}")
		void placeholders() {
		}

		@DistributedLock(name = "${spring.application.name}:nightly")
		void placeholderInName() {
		}

		@DistributedLock(name = "${spring.application.name}-#{2 * 7}", key = "#id")
		void placeholderInPrefix(String id) {
		}

		@DistributedLock(ttl = "#{2 * 7}s", waitTime = "#{'0s'}",
				holdAtLeast = "#{environment.getProperty('orders.ttl')}")
		void expressions() {
		}

		@DistributedLock(ttl = "10s", holdAtLeast = "10s")
		void wholeTtl() {
		}

		@DistributedLock(holdAtLeast = "30s")
		void wholeDefaultTtl() {
		}

		@DistributedLock(autoExtend = AutoExtend.ON, maxExtensions = 3, fencing = true, whenLost = WhenLost.INTERRUPT)
		void extended() {
		}

		@DistributedLock(autoExtend = AutoExtend.OFF, maxExtensions = 0, whenLost = WhenLost.IGNORE)
		void notExtended() {
		}

	}

}
