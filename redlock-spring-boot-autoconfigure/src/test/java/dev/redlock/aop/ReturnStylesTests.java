package dev.redlock.aop;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import kotlin.Lazy;
import kotlin.coroutines.Continuation;
import kotlin.jvm.functions.Function0;
import kotlinx.coroutines.channels.ReceiveChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.servlet.function.ServerResponse;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What becomes of each return type when the application starts.
 */
class ReturnStylesTests {

	private static ReturnStyle of(Class<?> type, String name) {
		Method method = Stream.of(ReflectionUtils.getUniqueDeclaredMethods(type))
			.filter((candidate) -> candidate.getName().equals(name))
			.findFirst()
			.orElseThrow();
		return ReturnStyles.of(method, type);
	}

	@ParameterizedTest
	@ValueSource(strings = { "nothing", "number", "text", "optional", "list", "array", "type", "asyncVoid", "constant",
			"sorted", "rows", "listOfRows", "greatest", "descending", "comparable", "lists" })
	void theLockOfASynchronousMethodEndsWithTheCall(String name) {
		assertThat(of(Methods.class, name)).isInstanceOf(BlockingStyle.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "stage", "future" })
	void theLockOfAStageEndsWithTheStage(String name) {
		assertThat(of(Methods.class, name)).isInstanceOf(StageStyle.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "asyncFuture", "asyncCompletableFuture" })
	void theLockOfAnAsyncMethodIsHeldByTheThreadOfTheExecutor(String name) {
		assertThat(of(Methods.class, name)).isInstanceOf(FutureStyle.class);
	}

	@Test
	void aClassOrAMetaAnnotationMayBeAsync() {
		assertThat(of(AsyncClass.class, "run")).isInstanceOf(FutureStyle.class);
		assertThat(of(Methods.class, "metaAsync")).isInstanceOf(FutureStyle.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "mono", "flux", "publisher", "flowPublisher", "flowable" })
	void theLockOfAPublisherEndsWithTheSubscription(String name) {
		assertThat(of(Methods.class, name)).isInstanceOf(ReactiveStyle.class);
	}

	@Test
	void anyObjectIsCheckedWhenItIsThere() {
		assertThat(of(Methods.class, "any")).isInstanceOf(CheckedStyle.class);
		assertThat(of(Methods.class, "generic")).isInstanceOf(CheckedStyle.class);
	}

	@Test
	void aTypeVariableIsResolvedForTheTargetClass() {
		assertThat(of(Texts.class, "get")).isInstanceOf(BlockingStyle.class);
		assertThat(of(Futures.class, "get")).isInstanceOf(StageStyle.class);
	}

	@ParameterizedTest
	@CsvSource({ "plainFuture, let @Async run the method", "ownFuture, Declare the return type CompletableFuture",
			"task, Declare the return type CompletableFuture", "connectable, Declare the return type Mono or Flux",
			"single, may be empty such as Maybe", "stream, Return a List", "intStream, Return a List",
			"callable, Annotate the method that does the work", "optionalFuture, Return the CompletableFuture itself",
			"mapOfFluxes, Return the Flux itself", "stageOfStages, Return the CompletionStage itself",
			"futureOfStream, Return the Stream itself", "monoOfOptional, Return the Flux itself",
			"monoOfFlux, Return the Flux itself", "fluxOfFutures, Return the CompletableFuture itself",
			"futures, Return the CompletableFuture itself", "suspending, Return a Mono",
			"kotlinFlow, Annotate the method that does the work", "supplier, Annotate the method that does the work",
			"kotlinChannel, Annotate the method that does the work",
			"kotlinLazy, Annotate the method that does the work",
			"kotlinFunction, Annotate the method that does the work", "listOfLazies, Return the Lazy itself",
			"response, Annotate the method that does the work", "monoOfResponse, annotate the method that does" })
	void whatCanNotBeFollowedIsRefusedWithARemedy(String name, String remedy) {
		assertThatExceptionOfType(InvalidLockDefinitionException.class).isThrownBy(() -> of(Methods.class, name))
			.withMessageContaining("Methods." + name)
			.satisfies((ex) -> assertThat(ex.getRemedy()).contains(remedy));
	}

	@Test
	void whatIsInATypeVariableCanNotBeMoreThanWhatIsDeclaredItself() {
		for (Class<?> type : List.<Class<?>>of(Lists.class, Nested.class, Later.class)) {
			assertThatExceptionOfType(InvalidLockDefinitionException.class).isThrownBy(() -> of(type, "get"))
				.withMessageContaining("carries a CompletableFuture");
		}
		assertThat(of(Constants.class, "get")).isInstanceOf(BlockingStyle.class);
	}

	@Test
	void theStartStopsWithMethodAndRemedy() {
		assertThatExceptionOfType(InvalidLockDefinitionException.class)
			.isThrownBy(() -> AopContexts.of(new ManualRedlock(), Lazily.class))
			.withMessageStartingWith("Bean 'lazily', @DistributedLock on " + Lazily.class.getName() + ".read: ")
			.withMessageContaining("the return type Stream is lazy");
	}

	static class Lazily {

		@DistributedLock
		Stream<String> read() {
			return Stream.of();
		}

	}

	interface Source<T> {

		T get();

	}

	interface Texts extends Source<String> {

		@Override
		String get();

	}

	abstract static class Base<T> {

		abstract T get();

	}

	abstract static class Futures extends Base<CompletableFuture<String>> {

	}

	interface Lists extends Source<List<CompletableFuture<String>>> {

	}

	interface Later extends Source<CompletableFuture<CompletableFuture<String>>> {

	}

	interface Wrapped<T> extends Source<Optional<T>> {

	}

	interface Nested extends Wrapped<CompletableFuture<String>> {

	}

	interface Constants<E extends Enum<E>> extends Source<Map<E, List<? super E>>> {

	}

	@Async
	interface AsyncClass {

		Future<String> run();

	}

	@Async
	@Retention(RetentionPolicy.RUNTIME)
	@interface Background {

	}

	static final class OwnFuture<T> extends CompletableFuture<T> {

	}

	/**
	 * As pages of Spring Data are.
	 */
	interface Rows<T> extends Iterable<T>, Supplier<Stream<T>> {

	}

	interface Methods {

		Rows<String> rows();

		List<Rows<String>> listOfRows();

		Supplier<String> supplier();

		ServerResponse response();

		Mono<ServerResponse> monoOfResponse();

		void nothing();

		int number();

		String text();

		Optional<String> optional();

		List<Map<String, int[]>> list();

		byte[] array();

		Class<? extends Future<?>> type();

		@Async
		void asyncVoid();

		<E extends Enum<E>> E constant();

		<T extends Comparable<T>> List<T> sorted();

		<T extends Comparable<? super T>> T greatest();

		<T extends Comparable<? super T>> List<T> descending();

		<T extends Comparable<? super T>> List<? super T> comparable();

		<T extends List<? super T>> Map<T, T[]> lists();

		CompletionStage<String> stage();

		CompletableFuture<String> future();

		CompletableFuture<List<CompletionStage<String>>> stageOfStages();

		CompletableFuture<Stream<String>> futureOfStream();

		Mono<Optional<Flux<String>>> monoOfOptional();

		Mono<Flux<String>> monoOfFlux();

		Flux<CompletableFuture<String>> fluxOfFutures();

		@Async
		Future<String> asyncFuture();

		@Async
		CompletableFuture<String> asyncCompletableFuture();

		@Background
		CompletableFuture<String> metaAsync();

		Mono<String> mono();

		Flux<String> flux();

		Publisher<String> publisher();

		Flow.Publisher<String> flowPublisher();

		Flowable<String> flowable();

		Object any();

		<T> T generic(T value);

		Future<String> plainFuture();

		OwnFuture<String> ownFuture();

		FutureTask<String> task();

		ConnectableFlux<String> connectable();

		Single<String> single();

		Stream<String> stream();

		IntStream intStream();

		Callable<String> callable();

		Optional<CompletableFuture<String>> optionalFuture();

		Map<String, List<Flux<String>>> mapOfFluxes();

		CompletableFuture<String>[] futures();

		Object suspending(String id, Continuation<String> continuation);

		kotlinx.coroutines.flow.Flow<String> kotlinFlow();

		ReceiveChannel<String> kotlinChannel();

		Lazy<String> kotlinLazy();

		List<Lazy<String>> listOfLazies();

		Function0<String> kotlinFunction();

	}

}
