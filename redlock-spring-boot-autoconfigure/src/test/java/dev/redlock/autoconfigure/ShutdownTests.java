package dev.redlock.autoconfigure;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.Scheduler;
import org.quartz.TriggerBuilder;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.event.EventListener;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.quartz.SchedulerFactoryBean;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.Redlock;
import dev.redlock.RedlockClosedException;
import dev.redlock.RedlockListener.LossEvent;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * When locks end if the application is closed or paused: after the work that is waited
 * for.
 */
@Timeout(value = 40, threadMode = ThreadMode.SEPARATE_THREAD)
class ShutdownTests {

	private static final LockRequest LEADER = LockRequest.of("leader");

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final LateJob job = new LateJob();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class, AopAutoConfiguration.class,
				RedlockAutoConfiguration.class, RedlockEventsAutoConfiguration.class))
		.withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=5s", "redlock.events.enabled=true");

	@Test
	void aTaskThatAnExecutorWaitsForWhenItIsDestroyedKeepsItsLock() {
		close(waiting(), LateJob::work);
		assertThat(this.job.wasHeldToTheEnd()).isTrue();
		assertNothingIsLocked();
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void aTaskOnAVirtualThreadKeepsItsLockIfTheApplicationWaitsForIt() {
		close(this.runner.withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class))
			.withPropertyValues("spring.threads.virtual.enabled=true",
					"spring.task.execution.shutdown.await-termination=true",
					"spring.task.execution.shutdown.await-termination-period=20s"),
				LateJob::work);
		assertThat(this.job.wasHeldToTheEnd()).isTrue();
		assertNothingIsLocked();
	}

	@Test
	void aTaskOfAnExecutorServiceThatIsClosedKeepsItsLock() {
		close(this.runner.withBean(ClosedPool.class), LateJob::work);
		assertThat(this.job.wasHeldToTheEnd()).isTrue();
		assertNothingIsLocked();
	}

	@Test
	void aTaskThatAPoolWaitsForLongerThanAPhaseMayTakeKeepsItsLock() {
		close(this.runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=100ms")
			.withBean(ThreadPoolTaskExecutor.class, () -> {
				ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
				executor.setWaitForTasksToCompleteOnShutdown(true);
				executor.setAwaitTerminationSeconds(20);
				return executor;
			}), LateJob::work);
		assertThat(this.job.wasHeldToTheEnd()).isTrue();
		assertNothingIsLocked();
	}

	@Test
	void aQuartzJobThatIsWaitedForKeepsItsLock() {
		connected(this.runner.withBean(SchedulerFactoryBean.class, ShutdownTests::waitingScheduler)).run((context) -> {
			LateJob bean = context.getBean(LateJob.class);
			Scheduler scheduler = context.getBean(Scheduler.class);
			scheduler.setJobFactory((bundle, of) -> (execution) -> bean.work());
			scheduler.scheduleJob(JobBuilder.newJob(Job.class).build(), TriggerBuilder.newTrigger().startNow().build());
			bean.awaitStart();
		});
		assertThat(this.job.wasHeldToTheEnd()).isTrue();
		assertNothingIsLocked();
	}

	@Test
	void aTaskThatGoesOnUntilItsLockIsLostDoesNotHoldUpTheEnd() {
		close(this.runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=100ms")
			.withBean(ClosedPool.class), LateJob::workUntilTheLockIsLost);
		assertNothingIsLocked();
	}

	@ParameterizedTest
	@EnumSource(UnattendedJob.Kind.class)
	void workThatGoesOnWhenItsMethodHasReturnedKeepsItsLock(UnattendedJob.Kind kind) {
		UnattendedJob job = new UnattendedJob();
		closeUnattended(this.runner, job, kind);
		assertThat(job.wasHeldToTheEnd()).isTrue();
		assertNothingIsLocked();
	}

	@ParameterizedTest
	@EnumSource(UnattendedJob.Kind.class)
	void suchWorkThatHasNoEndHoldsItUpForNoLongerThanAPhase(UnattendedJob.Kind kind) {
		UnattendedJob job = new UnattendedJob();
		job.neverEnd();
		closeUnattended(this.runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=100ms"), job, kind);
		assertThat(job.lease().loss()).contains(LossReason.CLOSED);
		assertNothingIsLocked();
	}

	@Test
	void aLeaseOfNoTaskIsLostAndToldOfAlsoIfAnExecutorIsWaitedFor() {
		Thorough thorough = new Thorough();
		Owner owner = new Owner();
		connected(waiting().withBean(Thorough.class, () -> thorough))
			.run((context) -> owner.lease = context.getBean(Redlock.class).acquire(LEADER));
		assertThat(owner.lease.loss()).contains(LossReason.CLOSED);
		assertThat(thorough.handled).containsExactly(LossReason.CLOSED);
		assertNothingIsLocked();
	}

	@Test
	void aPauseEndsLocksWhateverExecutorsThereAre() {
		connected(waiting()).run((context) -> {
			Lease lease = context.getBean(Redlock.class).acquire(LEADER);
			context.getSourceApplicationContext().pause();
			assertThat(lease.loss()).contains(LossReason.CLOSED);
			assertNothingIsLocked();
		});
	}

	@Test
	void nothingCanBeLockedFromAPauseToTheRestart() {
		connected(this.runner).run((context) -> {
			Redlock redlock = context.getBean(Redlock.class);
			context.getSourceApplicationContext().pause();
			assertThatExceptionOfType(RedlockClosedException.class).isThrownBy(() -> redlock.acquire(LEADER));
			context.getSourceApplicationContext().restart();
			redlock.acquire(LEADER).close();
		});
	}

	@Test
	void locksEndBeforeBeansAreDestroyedIfNoTaskIsWaitedFor() {
		Owner owner = new Owner();
		connected(this.runner.withBean(ThreadPoolTaskExecutor.class)
			.withBean(SchedulerFactoryBean.class, ShutdownTests::waitingScheduler)
			.withBean(Owner.class, () -> owner, (definition) -> definition.setDependsOn("redlockEngine")))
			.run((context) -> owner.lease = context.getBean(Redlock.class).acquire(LEADER));
		assertThat(owner.heldWhenDestroyed).isFalse();
		assertThat(owner.lease.loss()).contains(LossReason.CLOSED);
	}

	private static SchedulerFactoryBean waitingScheduler() {
		SchedulerFactoryBean factory = new SchedulerFactoryBean();
		factory.setWaitForJobsToCompleteOnShutdown(true);
		return factory;
	}

	private ApplicationContextRunner waiting() {
		// Made before the locks, and so destroyed after them if nothing is done about it.
		return this.runner.withBean(SimpleAsyncTaskExecutor.class, () -> {
			SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor();
			executor.setTaskTerminationTimeout(20_000);
			return executor;
		});
	}

	private ApplicationContextRunner connected(ApplicationContextRunner runner) {
		return runner.withBean(LateJob.class, () -> this.job).withPropertyValues("redlock.nodes=" + servers.uris());
	}

	/**
	 * Closes an application while a task runs.
	 */
	private void close(ApplicationContextRunner runner, Consumer<LateJob> task) {
		connected(runner).run((context) -> {
			LateJob bean = context.getBean(LateJob.class);
			context.getBean(Executor.class).execute(() -> task.accept(bean));
			bean.awaitStart();
		});
	}

	private void closeUnattended(ApplicationContextRunner runner, UnattendedJob job, UnattendedJob.Kind kind) {
		connected(runner).withBean(UnattendedJob.class, () -> job).run((context) -> {
			kind.start(context.getBean(UnattendedJob.class));
			job.awaitStart();
		});
	}

	private static void assertNothingIsLocked() {
		assertThat(servers.get(0).run(Command.DBSIZE)).isEqualTo(0L);
	}

	/**
	 * Waits for its tasks, as those do that the JDK has had since version 19.
	 */
	static class ClosedPool extends ThreadPoolExecutor implements AutoCloseable {

		ClosedPool() {
			super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
		}

		@Override
		public void close() {
			shutdown();
			try {
				awaitTermination(1, TimeUnit.DAYS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
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

	static class Owner implements DisposableBean {

		private Lease lease;

		private boolean heldWhenDestroyed;

		@Override
		public void destroy() {
			this.heldWhenDestroyed = this.lease.isValid();
		}

	}

}
