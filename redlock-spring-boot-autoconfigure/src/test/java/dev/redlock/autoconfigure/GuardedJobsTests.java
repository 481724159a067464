package dev.redlock.autoconfigure;

import java.util.concurrent.CompletableFuture;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.SmartLifecycle;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.Redlock;
import dev.redlock.RedlockClosedException;
import dev.redlock.aop.LockContext;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Annotated methods whose leases are extended, lost, or ended by the shutdown.
 */
class GuardedJobsTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final GuardedJobs jobs = new GuardedJobs();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class,
				RedlockMetricsAutoConfiguration.class))
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
		.withBean(GuardedJobs.class, () -> this.jobs)
		.withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=5s");

	private void run(ContextConsumer<AssertableApplicationContext> test) {
		this.runner.withPropertyValues("redlock.nodes=" + servers.uris()).run(test);
	}

	@Test
	void aMethodMayTakeLongerThanItsTtlAndSeesItsLease() {
		run((context) -> {
			assertThat(GuardedJobs.unlessItExpires(context.getBean(GuardedJobs.class)::longerThanItsTtl))
				.isEqualTo("fenced true");
			assertThat(counter(context, "redlock.extensions", "lock", "long", "outcome", "extended"))
				.isGreaterThanOrEqualTo(5);
			assertThat(LockContext.findLease()).isEmpty();
			assertThatIllegalStateException().isThrownBy(LockContext::currentLease)
				.withMessageContaining("through its Spring bean");
		});
	}

	@Test
	void aLossFailsTheCallAfterTheBody() {
		run((context) -> {
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> context.getBean(GuardedJobs.class).failWhenLost())
				.satisfies((ex) -> assertThat(ex.getReason()).isEqualTo(LossReason.EXPIRED));
			assertThat(counter(context, "redlock.lost", "lock", "fail", "reason", "expired")).isEqualTo(1);
		});
	}

	@Test
	void anExceptionOfTheBodyWinsAndOursIsSuppressed() {
		run((context) -> assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> context.getBean(GuardedJobs.class).throwAfterLoss())
			.withMessage("body")
			.satisfies((ex) -> assertThat(ex.getSuppressed()).hasExactlyElementsOfTypes(LeaseLostException.class)));
	}

	@Test
	void aLossCanBeIgnored() {
		run((context) -> assertThat(context.getBean(GuardedJobs.class).ignoreLoss()).isEqualTo("done"));
	}

	@Test
	void aLossCanInterruptTheBodyAndTheInterruptStaysInside() {
		run((context) -> {
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> context.getBean(GuardedJobs.class).interruptWhenLost());
			assertThat(this.jobs.wasInterrupted()).isTrue();
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		});
	}

	@Test
	void theCapOfExtensionsIsALossOfItsOwn() {
		run((context) -> {
			assertThatExceptionOfType(LeaseLostException.class)
				.isThrownBy(() -> GuardedJobs.unlessItExpires(context.getBean(GuardedJobs.class)::cappedJob))
				.satisfies((ex) -> assertThat(ex.getReason()).isEqualTo(LossReason.EXTENSION_LIMIT));
			assertThat(this.jobs.lease().extensions()).isEqualTo(2);
		});
	}

	@Test
	void theEndOfTheApplicationLosesAndReleasesWhatIsStillHeld() {
		CompletableFuture<Object> call = new CompletableFuture<>();
		run((context) -> {
			GuardedJobs bean = context.getBean(GuardedJobs.class);
			call.completeAsync(bean::untilTheLeaseIsLost);
			this.jobs.started.await();
			Awaitility.await().until(() -> servers.get(0).get("shutdown") != null);
		});
		Awaitility.await().until(call::isDone);
		assertThat(call).isCompletedExceptionally();
		assertThat(this.jobs.lease().lost().toCompletableFuture()).isCompletedWithValue(LossReason.CLOSED);
		servers.all().forEach((server) -> assertThat(server.run(Command.DBSIZE)).isEqualTo(0L));
	}

	@Test
	void locksWorkAgainAfterARestart() {
		run((context) -> {
			RedlockLifecycle lifecycle = context.getBean(RedlockLifecycle.class);
			lifecycle.stop();
			assertThatExceptionOfType(RedlockClosedException.class)
				.isThrownBy(() -> context.getBean(Redlock.class).acquire(LockRequest.of("a")));
			lifecycle.start();
			context.getBean(Redlock.class).acquire(LockRequest.of("a")).close();
			assertThat(context.getBean(RedlockEngine.class).redlock().inspect("a").held()).isFalse();
		});
	}

	@Test
	void aWorkerThatIsStoppedLateStillHasItsLock() {
		Worker worker = new Worker();
		this.runner.withPropertyValues("redlock.nodes=" + servers.uris())
			.withBean(Worker.class, () -> worker)
			.run((context) -> worker.lease = context.getBean(Redlock.class).acquire(LockRequest.of("worker")));
		assertThat(worker.heldWhenStopped).isTrue();
		assertThat(worker.lease.loss()).contains(LossReason.CLOSED);
	}

	private static double counter(AssertableApplicationContext context, String name, String... tags) {
		return context.getBean(MeterRegistry.class).get(name).tags(tags).counter().count();
	}

	/**
	 * Works until it is stopped, with the first of all.
	 */
	private static final class Worker implements SmartLifecycle {

		private Lease lease;

		private boolean heldWhenStopped;

		private boolean running;

		@Override
		public void start() {
			this.running = true;
		}

		@Override
		public void stop() {
			this.running = false;
			this.heldWhenStopped = this.lease.isValid()
					&& servers.all().stream().allMatch((s) -> s.get("worker") != null);
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		@Override
		public int getPhase() {
			return -1_000_000;
		}

	}

}
