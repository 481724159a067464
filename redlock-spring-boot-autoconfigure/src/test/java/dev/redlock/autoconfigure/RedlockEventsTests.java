package dev.redlock.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.event.EventListener;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.Redlock;
import dev.redlock.RedlockListener;
import dev.redlock.RedlockListener.AcquireEvent;
import dev.redlock.RedlockListener.AcquireOutcome;
import dev.redlock.RedlockListener.ExtendEvent;
import dev.redlock.RedlockListener.ExtendOutcome;
import dev.redlock.RedlockListener.LossEvent;
import dev.redlock.RedlockListener.NodeEvent;
import dev.redlock.RedlockListener.NodeState;
import dev.redlock.RedlockListener.ReleaseEvent;
import dev.redlock.RedlockListener.RoundEvent;
import dev.redlock.ReleaseOutcome;
import dev.redlock.actuate.RedlockEventPublisher;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What listeners and application events tell, on real servers.
 */
@Timeout(120)
class RedlockEventsTests {

	private static final LockRequest REQUEST = LockRequest.of("order:42").withWaitTime(Duration.ZERO);

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RedlockAutoConfiguration.class, RedlockMetricsAutoConfiguration.class,
				RedlockEventsAutoConfiguration.class))
		.withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=2s");

	private ApplicationContextRunner connected() {
		return this.runner.withPropertyValues("redlock.nodes=" + servers.uris());
	}

	private ApplicationContextRunner publishing() {
		return connected().withPropertyValues("redlock.events.enabled=true").withBean(Recorder.class);
	}

	@Test
	void eachThingThatHappensIsOneEventOfTheApplication() {
		publishing().run((context) -> {
			Recorder recorder = context.getBean(Recorder.class);
			Redlock redlock = context.getBean(Redlock.class);
			Lease lease = redlock.acquire(REQUEST);
			assertThat(redlock.tryAcquire(REQUEST)).isEmpty();
			lease.extend(Duration.ofSeconds(30));
			lease.close();
			Lease revoked = redlock.acquire(REQUEST);
			context.getBean(RedlockEngine.class).redlock().revoke("order:42");
			assertThat(revoked.isValid()).isFalse();
			Awaitility.await().until(() -> recorder.all(ReleaseEvent.class).size() == 2);
			assertThat(recorder.all(AcquireEvent.class)).extracting(AcquireEvent::outcome)
				.containsExactly(AcquireOutcome.ACQUIRED, AcquireOutcome.HELD, AcquireOutcome.ACQUIRED);
			assertThat(recorder.all(ExtendEvent.class))
				.containsExactly(new ExtendEvent(REQUEST, ExtendOutcome.EXTENDED));
			assertThat(recorder.all(LossEvent.class)).extracting(LossEvent::reason).containsExactly(LossReason.REVOKED);
			assertThat(recorder.all(ReleaseEvent.class)).extracting(ReleaseEvent::outcome)
				.containsExactly(ReleaseOutcome.RELEASED, ReleaseOutcome.RELEASED);
			assertThat(recorder.all(RoundEvent.class)).isEmpty();
			assertThat(recorder.events.toString()).doesNotContain(lease.token(), revoked.token());
		});
	}

	@Test
	void theStateOfANodeIsToldFromTheStartOn() {
		publishing().run((context) -> {
			Recorder recorder = context.getBean(Recorder.class);
			Awaitility.await().until(() -> recorder.all(NodeEvent.class).size() == 3);
			assertThat(recorder.all(NodeEvent.class)).allSatisfy((event) -> {
				assertThat(event.from()).isEqualTo(NodeState.DOWN);
				assertThat(event.to()).isEqualTo(NodeState.UP);
			});
			servers.get(0).kill();
			awaitLast(recorder, NodeState.UP, NodeState.DOWN);
			servers.get(0).restart();
			awaitLast(recorder, NodeState.DOWN, NodeState.UP);
			servers.get(1).pause();
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> recorder.last().to() == NodeState.DOWN);
			assertThat(recorder.last().name()).isEqualTo("127.0.0.1:" + servers.get(1).port());
			assertThat(recorder.last().detail()).contains("does not answer");
			// Or the context would wait for it when it is closed.
			servers.get(1).resume();
		});
	}

	@Test
	void aRestartedNodeIsToldAsQuarantined() {
		servers.get(0).restart();
		publishing().withPropertyValues("redlock.restart-guard=true", "redlock.ttl=2s", "redlock.max-ttl=3s")
			.run((context) -> {
				Recorder recorder = context.getBean(Recorder.class);
				String name = "127.0.0.1:" + servers.get(0).port();
				Awaitility.await()
					.atMost(Duration.ofSeconds(30))
					.untilAsserted(() -> assertThat(recorder.all(NodeEvent.class))
						.filteredOn((event) -> event.name().equals(name))
						.extracting(NodeEvent::to)
						.containsExactly(NodeState.QUARANTINED, NodeState.UP));
			});
	}

	@Test
	void aListenerIsToldOfNodesAlsoBehindMeters() {
		Recorder recorder = new Recorder();
		connected().withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withBean(RedlockListener.class, () -> new RedlockListener() {

				@Override
				public void onNode(NodeEvent event) {
					recorder.on(event);
				}

			})
			.run((context) -> Awaitility.await().until(() -> recorder.all(NodeEvent.class).size() == 3));
	}

	@Test
	void aListenerOfTheApplicationThatBlocksHoldsUpNoLock() {
		CountDownLatch blocked = new CountDownLatch(1);
		publishing().withBean(Blocker.class, () -> new Blocker(blocked)).run((context) -> {
			Redlock redlock = context.getBean(Redlock.class);
			for (int i = 0; i < 100; i++) {
				redlock.acquire(REQUEST).close();
			}
			assertThat(context.getBean(Recorder.class).all(ReleaseEvent.class)).hasSizeLessThan(100);
			blocked.countDown();
			Awaitility.await().until(() -> context.getBean(Recorder.class).all(ReleaseEvent.class).size() == 100);
		});
	}

	@Test
	void theEndOfTheApplicationIsTold() {
		Recorder recorder = new Recorder();
		connected().withPropertyValues("redlock.events.enabled=true")
			.withBean(Recorder.class, () -> recorder)
			.run((context) -> {
				Awaitility.await().until(() -> recorder.all(NodeEvent.class).size() == 3);
				context.getBean(Redlock.class).acquire(REQUEST);
			});
		assertThat(recorder.all(LossEvent.class)).extracting(LossEvent::reason).containsExactly(LossReason.CLOSED);
		assertThat(recorder.all(NodeEvent.class)).extracting(NodeEvent::to)
			.containsExactly(NodeState.UP, NodeState.UP, NodeState.UP);
	}

	@Test
	void aListenerThatTakesItsTimeHearsOfTheEndOfTheApplicationToo() {
		Thorough thorough = new Thorough();
		connected().withPropertyValues("redlock.events.enabled=true")
			.withBean(Thorough.class, () -> thorough)
			.run((context) -> context.getBean(Redlock.class).acquire(REQUEST));
		assertThat(thorough.handled).containsExactly(LossReason.CLOSED);
	}

	@Test
	void noEventIsPublishedUnlessAskedFor() {
		connected().withBean(Recorder.class).run((context) -> {
			assertThat(context).doesNotHaveBean(RedlockEventPublisher.class);
			context.getBean(Redlock.class).acquire(REQUEST).close();
			assertThat(context.getBean(Recorder.class).events).isEmpty();
		});
	}

	private static void awaitLast(Recorder recorder, NodeState from, NodeState to) {
		String name = "127.0.0.1:" + servers.get(0).port();
		Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
			assertThat(recorder.last().name()).isEqualTo(name);
			assertThat(recorder.last().from()).isEqualTo(from);
			assertThat(recorder.last().to()).isEqualTo(to);
		});
	}

	static class Recorder {

		private final Queue<Object> events = new ConcurrentLinkedQueue<>();

		@EventListener({ AcquireEvent.class, RoundEvent.class, ExtendEvent.class, ReleaseEvent.class, LossEvent.class,
				NodeEvent.class })
		void on(Object event) {
			this.events.add(event);
		}

		<T> List<T> all(Class<T> type) {
			return this.events.stream().filter(type::isInstance).map(type::cast).toList();
		}

		NodeEvent last() {
			List<NodeEvent> all = all(NodeEvent.class);
			return all.get(all.size() - 1);
		}

	}

	static class Thorough {

		private final List<LossReason> handled = new CopyOnWriteArrayList<>();

		@EventListener
		void on(LossEvent event) throws InterruptedException {
			new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS);
			this.handled.add(event.reason());
		}

	}

	static class Blocker {

		private final CountDownLatch latch;

		Blocker(CountDownLatch latch) {
			this.latch = latch;
		}

		@EventListener
		void on(AcquireEvent event) throws InterruptedException {
			this.latch.await();
		}

	}

}
