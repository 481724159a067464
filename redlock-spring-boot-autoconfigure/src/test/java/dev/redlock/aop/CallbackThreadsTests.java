package dev.redlock.aop;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(20)
class CallbackThreadsTests {

	private static final int MANY = Runtime.getRuntime().availableProcessors() * 8;

	private static final int A_FEW = 4;

	private final Set<Thread> before = Thread.getAllStackTraces().keySet();

	private final CallbackThreads threads = CallbackThreads.ofPlatform();

	@AfterEach
	void close() {
		this.threads.close();
	}

	private CompletableFuture<Thread> run(CallbackThreads threads) {
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		threads.execute(() -> thread.complete(Thread.currentThread()));
		return thread;
	}

	private CompletableFuture<Thread> runMethod(CallbackThreads threads) {
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		runMethod(threads, () -> thread.complete(Thread.currentThread()));
		return thread;
	}

	private static void runMethod(CallbackThreads threads, Runnable method) {
		threads.methods().whenComplete(CompletableFuture.completedFuture("lease"), (lease, ex) -> method.run());
	}

	private long started() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("redlock-callback-") && !this.before.contains(thread))
			.count();
	}

	@Test
	void aMethodRunsAlthoughManyOthersBlock() {
		CountDownLatch end = new CountDownLatch(1);
		for (int i = 0; i < MANY; i++) {
			runMethod(this.threads, () -> await(end));
		}
		assertThat(runMethod(this.threads).orTimeout(10, TimeUnit.SECONDS).join()).isNotNull();
		assertThat(run(this.threads).orTimeout(10, TimeUnit.SECONDS).join()).isNotNull();
		end.countDown();
	}

	@Test
	void aCallbackRunsAlthoughAFewOthersBlock() {
		CountDownLatch end = new CountDownLatch(1);
		for (int i = 0; i < A_FEW; i++) {
			this.threads.execute(() -> await(end));
		}
		assertThat(run(this.threads).orTimeout(10, TimeUnit.SECONDS).join()).isNotNull();
		end.countDown();
	}

	@Test
	void aMethodDoesNotRunOnTheThreadOfItsCaller() {
		Thread thread = runMethod(this.threads).orTimeout(10, TimeUnit.SECONDS).join();
		assertThat(thread.getName()).matches("redlock-method-\\d+");
		assertThat(thread.isDaemon()).isTrue();
	}

	@Test
	void thereIsNoThreadBeforeTheFirstTaskAndThenADaemonWithAName() {
		assertThat(started()).isZero();
		Thread thread = run(this.threads).orTimeout(10, TimeUnit.SECONDS).join();
		assertThat(thread.isDaemon()).isTrue();
		assertThat(thread.getName()).matches("redlock-callback-\\d+");
		assertThat(started()).isEqualTo(1);
	}

	@Test
	void nothingThatACallerWouldHandDownToANewThreadIsSeen() {
		InheritableThreadLocal<String> user = new InheritableThreadLocal<>();
		user.set("alice");
		CompletableFuture<Boolean> callback = new CompletableFuture<>();
		this.threads.execute(() -> callback.complete(user.get() != null));
		assertThat(callback.orTimeout(10, TimeUnit.SECONDS).join()).isFalse();
		CompletableFuture<Boolean> method = new CompletableFuture<>();
		runMethod(this.threads, () -> method.complete(user.get() != null));
		assertThat(method.orTimeout(10, TimeUnit.SECONDS).join()).isFalse();
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void nothingIsHandedDownToAVirtualThreadEither() {
		InheritableThreadLocal<String> user = new InheritableThreadLocal<>();
		user.set("alice");
		try (CallbackThreads threads = CallbackThreads.ofVirtual()) {
			CompletableFuture<Boolean> callback = new CompletableFuture<>();
			threads.execute(() -> callback.complete(user.get() != null));
			assertThat(callback.orTimeout(10, TimeUnit.SECONDS).join()).isFalse();
			Thread thread = runMethod(threads).orTimeout(10, TimeUnit.SECONDS).join();
			assertThat(thread.getName()).matches("redlock-virtual-\\d+");
			assertThat(thread.isDaemon()).isTrue();
		}
	}

	@Test
	void aMethodIsRunOnceAlsoWhenItsExecutorFailsBeforeOrAfterThat() {
		CompletableFuture<Thread> ran = new CompletableFuture<>();
		runMethod(CallbackThreads.of((task) -> {
			throw new IllegalStateException("no request");
		}), () -> ran.complete(Thread.currentThread()));
		assertThat(ran.orTimeout(10, TimeUnit.SECONDS).join()).isNotEqualTo(Thread.currentThread());
		AtomicInteger runs = new AtomicInteger();
		CompletableFuture<String> lease = new CompletableFuture<>();
		CallbackThreads direct = DirectThreads.make();
		direct.methods().whenComplete(lease, (value, ex) -> {
			runs.incrementAndGet();
			throw new IllegalStateException("of the method");
		});
		direct.methods().whenComplete(lease, (value, ex) -> runs.incrementAndGet());
		lease.complete("lease");
		assertThat(runs).hasValue(2);
	}

	@Test
	void anExecutorOfTheApplicationGetsNoMethodFromItsCallerWhetherTheLeaseIsThereOrComesLater() {
		List<Thread> from = new CopyOnWriteArrayList<>();
		CallbackThreads threads = CallbackThreads.of((task) -> {
			from.add(Thread.currentThread());
			task.run();
		});
		CompletableFuture<Boolean> first = new CompletableFuture<>();
		threads.methods().whenComplete(CompletableFuture.completedFuture("lease"), (value, ex) -> first.complete(true));
		first.orTimeout(10, TimeUnit.SECONDS).join();
		CompletableFuture<String> lease = new CompletableFuture<>();
		CompletableFuture<Boolean> ran = new CompletableFuture<>();
		threads.methods().whenComplete(lease, (value, ex) -> ran.complete(true));
		threads.execute(() -> lease.complete("lease"));
		ran.orTimeout(10, TimeUnit.SECONDS).join();
		assertThat(from).hasSize(2)
			.extracting(Thread::getName)
			.allMatch((name) -> name.startsWith("redlock-callback-"));
	}

	@Test
	void aTaskSeesTheClassesOfTheApplicationThatItBelongsTo() {
		ClassLoader before = Thread.currentThread().getContextClassLoader();
		ClassLoader restarted = new URLClassLoader(new URL[0], before);
		Thread.currentThread().setContextClassLoader(restarted);
		CompletableFuture<ClassLoader> seen = new CompletableFuture<>();
		try (CallbackThreads threads = CallbackThreads.ofPlatform()) {
			Thread.currentThread().setContextClassLoader(before);
			threads.execute(() -> seen.complete(Thread.currentThread().getContextClassLoader()));
			assertThat(seen.orTimeout(10, TimeUnit.SECONDS).join()).isSameAs(restarted);
		}
		finally {
			Thread.currentThread().setContextClassLoader(before);
		}
	}

	@Test
	void aTaskThatComesAfterTheEndIsStillRun() {
		this.threads.close();
		assertThat(run(this.threads).orTimeout(10, TimeUnit.SECONDS).join()).isNotEqualTo(Thread.currentThread());
	}

	@Test
	void anExecutorThatRunsMethodsWhereItIsCalledOrBlocksKeepsNobodyElse() {
		CountDownLatch end = new CountDownLatch(1);
		CallbackThreads full = CallbackThreads.of(Runnable::run);
		for (int i = 0; i < MANY; i++) {
			full.execute(() -> runMethod(full, () -> await(end)));
		}
		assertThat(run(full).orTimeout(10, TimeUnit.SECONDS).join()).isNotNull();
		assertThat(runMethod(full).orTimeout(10, TimeUnit.SECONDS).join()).isNotNull();
		end.countDown();
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void aTaskThatAnExecutorRejectsIsStillRunAndNotByItsCaller(CapturedOutput output) {
		CallbackThreads full = CallbackThreads.of((task) -> {
			throw new RejectedExecutionException("full");
		});
		assertThat(runMethod(full).orTimeout(10, TimeUnit.SECONDS).join()).isNotEqualTo(Thread.currentThread());
		assertThat(output.getAll()).as("nothing has to be mended").doesNotContain("ERROR");
	}

	@Test
	void whatHasBegunIsNotInterruptedByTheEnd() {
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
		CountDownLatch closed = new CountDownLatch(1);
		this.threads.execute(() -> {
			begun.countDown();
			try {
				closed.await();
				interrupted.complete(Thread.interrupted());
			}
			catch (InterruptedException ex) {
				interrupted.complete(true);
			}
		});
		assertThat(await(begun)).isTrue();
		this.threads.close();
		closed.countDown();
		assertThat(interrupted.orTimeout(10, TimeUnit.SECONDS).join()).isFalse();
	}

	private static boolean await(CountDownLatch latch) {
		try {
			latch.await();
			return true;
		}
		catch (InterruptedException ex) {
			return false;
		}
	}

}
