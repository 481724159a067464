package dev.redlock.aop;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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

	@Test
	void aKeySeesTheInterfaceInPlaceOfTheClass() {
		List<Labelled> all = List.of((id) -> {
		}, proxy(Labelled.class, null));
		for (Labelled each : all) {
			try (AnnotationConfigApplicationContext context = with(Labelled.class, each)) {
				context.getBean(Labelled.class).run("42");
			}
			assertThat(this.redlock.lastResources())
				.containsExactly("Labelled:" + Labelled.class.getName() + ":run:42");
		}
	}

	@Test
	void aTypeArgumentTellsHowLongTheLockIsHeld() {
		Mono<String> body = Mono.just("x");
		List<MonoClient> all = List.of((id) -> body, proxy(MonoClient.class, body));
		for (MonoClient each : all) {
			ManualRedlock manual = new ManualRedlock();
			try (AnnotationConfigApplicationContext context = with(manual, MonoClient.class, each)) {
				StepVerifier.create(context.getBean(MonoClient.class).call("42"))
					.then(manual::grantFreely)
					.expectNext("x")
					.verifyComplete();
			}
			assertThat(manual.count()).isOne();
		}
	}

	@Test
	void futuresInACollectionAreRefused() {
		List<Futures> all = List.of((id) -> List.of(), proxy(Futures.class, List.of()));
		for (Futures each : all) {
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> with(Futures.class, each).close())
				.withMessageContaining(Futures.class.getName() + ".call: ")
				.withMessageContaining("carries a CompletableFuture");
		}
	}

	@Test
	void elementsThatAreNoKeysAreRefused() {
		List<Keys> all = List.of((ids) -> {
		}, proxy(Keys.class, null));
		for (Keys each : all) {
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> with(Keys.class, each).close())
				.withMessageContaining(Keys.class.getName() + ".call: ");
		}
	}

	@Test
	void whatIsSkippedIsEmptyIfATypeArgumentSaysSo() {
		List<OptionalClient> all = List.of((id) -> Optional.of("x"), proxy(OptionalClient.class, Optional.of("x")));
		for (OptionalClient each : all) {
			try (AnnotationConfigApplicationContext context = with(RefusingRedlock.held(), OptionalClient.class,
					each)) {
				assertThat(context.getBean(OptionalClient.class).call("42")).isEmpty();
			}
		}
	}

	@Test
	void aFallbackMayBeOneOfTheGenericInterface() {
		List<WithFallback> all = List.of((id) -> "called", proxy(WithFallback.class, "answer"));
		for (WithFallback each : all) {
			try (AnnotationConfigApplicationContext context = with(RefusingRedlock.held(), WithFallback.class, each)) {
				assertThat(context.getBean(WithFallback.class).call("42")).isIn("instead", "answer");
			}
		}
	}

	private <T> AnnotationConfigApplicationContext with(Class<T> type, T bean) {
		return with(this.redlock, type, bean);
	}

	private static <T> AnnotationConfigApplicationContext with(Redlock redlock, Class<T> type, T bean) {
		return AopContexts.of(redlock, (context) -> context.registerBean("culprit", type, () -> bean));
	}

	private static <T> T proxy(Class<T> type, @Nullable Object answer) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
				(proxy, method, arguments) -> method.getName().equals("hashCode") ? 1 : answer));
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

	public interface Labelled {

		@DistributedLock(key = "#root.targetClass.simpleName + ':' + #root.method.declaringClass.name + ':' "
				+ "+ #root.methodName + ':' + #id")
		void run(String id);

	}

	interface Client<R> {

		@DistributedLock(name = "client")
		R call(String id);

	}

	interface MonoClient extends Client<Mono<String>> {

	}

	interface Futures {

		@DistributedLock(name = "client")
		List<CompletableFuture<String>> call(String id);

	}

	interface Keys {

		@DistributedLock(key = "#ids")
		void call(List<Thread> ids);

	}

	interface SkippingClient<R> {

		@DistributedLock(name = "client", whenHeld = WhenHeld.SKIP)
		R call(String id);

	}

	interface OptionalClient extends SkippingClient<Optional<String>> {

	}

	public interface GenericFallback<R> {

		@DistributedLock(name = "client", fallbackMethod = "instead")
		R call(String id);

	}

	public interface WithFallback extends GenericFallback<String> {

		default String instead(String id) {
			return "instead";
		}

	}

}
