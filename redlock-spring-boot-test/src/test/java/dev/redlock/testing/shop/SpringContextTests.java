package dev.redlock.testing.shop;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LockRequest;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.Redlock;
import dev.redlock.RedlockListener;
import dev.redlock.autoconfigure.RedlockNodes;
import dev.redlock.quorum.QuorumSettings;
import dev.redlock.testing.InMemoryLocks;
import dev.redlock.testing.InMemoryRedlock;
import dev.redlock.testing.LocksAreHeld;
import dev.redlock.testing.LocksAreUnavailable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A whole application with locks in memory: no node is configured.
 */
@InMemoryLocks
@SpringBootTest(classes = { ShopApplication.class, SpringContextTests.Additions.class },
		webEnvironment = WebEnvironment.NONE,
		properties = { "redlock.ttl=5s", "redlock.max-ttl=20s", "redlock.key-prefix=test:" })
class SpringContextTests {

	@Autowired
	private Tickets tickets;

	@Autowired
	private Redlock redlock;

	@Autowired
	private Recorder recorder;

	@Test
	void anAnnotatedMethodHasItsLock(InMemoryRedlock locks) {
		this.tickets.sell("42", () -> assertThat(locks.inspect("ticket:42").held()).isTrue());
		assertThat(locks.inspect("ticket:42").held()).isFalse();
	}

	@Test
	@LocksAreHeld
	void anAnnotatedMethodDoesNotRunWhileItsLockIsHeld() {
		assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> this.tickets.sell("42", () -> {
		}));
	}

	@Test
	@LocksAreUnavailable
	void anAnnotatedMethodDoesNotRunWithoutNodes() {
		assertThatExceptionOfType(QuorumUnavailableException.class).isThrownBy(() -> this.tickets.sell("42", () -> {
		}));
	}

	@Test
	void aResourceIsHeldWithoutItsPrefix(InMemoryRedlock locks) {
		locks.hold("ticket:42");
		assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> this.tickets.sell("42", () -> {
		}));
		this.tickets.sell("43", () -> {
		});
	}

	@Test
	void anAnnotatedMethodLosesItsLease(@Autowired InMemoryRedlock locks) {
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> this.tickets.sell("42", locks::lose));
	}

	@Test
	void theBeanIsInMemory(InMemoryRedlock locks, Redlock parameter, ApplicationContext context) throws Exception {
		assertThat(parameter).isSameAs(this.redlock);
		locks.hold("a");
		assertThat(this.redlock.tryAcquire(LockRequest.of("a"))).isEmpty();
		assertThat(context.getBeansOfType(RedlockNodes.class)).isEmpty();
	}

	@Test
	void thePropertiesOfTheApplicationCount(@Autowired QuorumSettings settings) throws Exception {
		assertThat(settings.keyPrefix()).isEqualTo("test:");
		assertThat(this.redlock.acquire(LockRequest.of("a")).remainingValidity().toMillis()).isLessThan(5000);
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.redlock.acquire(LockRequest.of("b").withTtl(settings.maxTtl().plusMillis(1))));
	}

	@Test
	void theListenersOfTheApplicationAreTold() {
		this.recorder.acquires.clear();
		this.tickets.sell("42", () -> {
		});
		assertThat(this.recorder.acquires).singleElement()
			.satisfies((event) -> assertThat(event.request().name()).isEqualTo("ticket"));
	}

	@Nested
	class Inside {

		@Test
		@LocksAreHeld("ticket:42")
		void theContextIsTheSame(InMemoryRedlock locks) {
			assertThat(locks.inspect("ticket:42").held()).isTrue();
			assertThat(SpringContextTests.this.redlock.inspect("ticket:42").held()).isTrue();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Additions {

		@Bean
		Recorder recorder() {
			return new Recorder();
		}

		@Bean
		@Lazy
		Redlock redlockOfTheApplication() {
			throw new UnsupportedOperationException("never created");
		}

	}

	static class Recorder implements RedlockListener {

		private final List<AcquireEvent> acquires = new CopyOnWriteArrayList<>();

		@Override
		public void onAcquire(AcquireEvent event) {
			this.acquires.add(event);
		}

	}

}
