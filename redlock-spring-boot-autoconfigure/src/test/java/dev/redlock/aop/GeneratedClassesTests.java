package dev.redlock.aop;

import java.lang.reflect.Proxy;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.LockRequest;
import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Classes that each JVM gives another name: what they lock without a name must be the
 * same in all of them.
 */
class GeneratedClassesTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	@Test
	void aLambdaLocksWhatItsInterfaceSays() {
		assertLocks(lockOf(Job.class, () -> {
		}), Job.class);
	}

	@Test
	void aLambdaOfAnAnnotatedInterfaceDoesSoToo() {
		assertLocks(lockOf(WholeJob.class, () -> {
		}), WholeJob.class);
	}

	@Test
	void theAnnotationMayBeOfTheInterfaceAbove() {
		assertLocks(lockOf(SpecialJob.class, () -> {
		}), Job.class);
	}

	@Test
	void soDoesAProxyOfTheApplication() {
		for (Class<? extends Runnable> type : List.<Class<? extends Runnable>>of(Job.class, WholeJob.class)) {
			Runnable client = (Runnable) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
					(proxy, method, arguments) -> method.getName().equals("hashCode") ? 1 : null);
			assertLocks(lockOf(Runnable.class, client), type);
		}
	}

	@Test
	void aKeyOfTheWholeInterfaceMayNameItsParameters() {
		Catalog proxy = (Catalog) Proxy.newProxyInstance(Catalog.class.getClassLoader(),
				new Class<?>[] { Catalog.class },
				(self, method, arguments) -> method.getName().equals("hashCode") ? 1 : null);
		for (Catalog catalog : List.<Catalog>of((sku) -> {
		}, proxy)) {
			try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock,
					(customized) -> customized.registerBean("catalog", Catalog.class, () -> catalog))) {
				context.getBean("catalog", Catalog.class).load("x1");
			}
			assertThat(this.redlock.last().resources()).containsExactly("catalog:x1");
		}
	}

	@Test
	void anAnonymousClassHasAName() {
		Job job = new Job() {

			@Override
			public void run() {
			}

		};
		assertThat(lockOf(Job.class, job).resources()).containsExactly(job.getClass().getName() + ".run");
	}

	private static void assertLocks(LockRequest request, Class<?> type) {
		assertThat(request.resources()).containsExactly(type.getName() + ".run");
		assertThat(request.name()).isEqualTo(type.getSimpleName() + ".run");
	}

	private <T extends Runnable> LockRequest lockOf(Class<T> type, T bean) {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, (customized) -> {
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(customized);
			customized.registerBean("job", type, () -> bean);
		})) {
			context.getBean("job", Runnable.class).run();
			return this.redlock.last();
		}
	}

	interface Job extends Runnable {

		@Override
		@DistributedLock
		void run();

	}

	@DistributedLock(name = "catalog", key = "#sku")
	interface Catalog {

		void load(String sku);

	}

	interface SpecialJob extends Job {

	}

	@DistributedLock
	interface WholeJob extends Runnable {

		@Override
		void run();

	}

}
