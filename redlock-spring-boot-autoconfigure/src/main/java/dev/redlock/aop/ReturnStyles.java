package dev.redlock.aop;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.BaseStream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * Chooses how long the lock of a method is held, by its return type. A method whose work
 * goes on after it returned, in a way that can't be followed, is refused: a lock that
 * ended with the call would guard nothing.
 */
final class ReturnStyles {

	private static final boolean REACTOR = ClassUtils.isPresent("reactor.core.publisher.Flux",
			ReturnStyles.class.getClassLoader());

	private static final String CONTINUATION = "kotlin.coroutines.Continuation";

	/**
	 * What {@code @EnableAsync} looks for.
	 */
	private static final Set<String> ASYNC = Set.of("org.springframework.scheduling.annotation.Async",
			"jakarta.ejb.Asynchronous", "jakarta.enterprise.concurrent.Asynchronous");

	private static final String FUNCTION = "kotlin.jvm.functions.Function0";

	/**
	 * What stands for work that is still to be done, apart from futures.
	 */
	private static final Set<String> DEFERRED = Set.of("org.reactivestreams.Publisher",
			"java.util.concurrent.Flow$Publisher", "io.reactivex.rxjava3.core.SingleSource",
			"io.reactivex.rxjava3.core.MaybeSource", "io.reactivex.rxjava3.core.CompletableSource",
			"io.reactivex.rxjava3.core.ObservableSource", "io.reactivex.SingleSource", "io.reactivex.MaybeSource",
			"io.reactivex.CompletableSource", "io.reactivex.ObservableSource", "io.smallrye.mutiny.Uni",
			"io.smallrye.mutiny.Multi", "io.vertx.core.Future", "scala.concurrent.Future", "io.vavr.concurrent.Future",
			"kotlinx.coroutines.Job", "kotlinx.coroutines.flow.Flow", "kotlinx.coroutines.channels.ReceiveChannel",
			"kotlin.sequences.Sequence", "kotlin.Lazy", "reactor.core.Disposable", "org.apache.ibatis.cursor.Cursor",
			// Its body may be a publisher, a future or a function, which is written
			// later.
			"org.springframework.web.reactive.function.server.ServerResponse",
			"org.springframework.web.servlet.function.ServerResponse",
			"org.springframework.web.context.request.async.DeferredResult",
			"org.springframework.web.context.request.async.WebAsyncTask",
			"org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
			"org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

	private ReturnStyles() {
	}

	/**
	 * Returns the style of a method.
	 * @param method the method of the target class
	 * @param targetClass the target class
	 * @return the style
	 * @throws InvalidLockDefinitionException if the method can't be guarded
	 */
	static ReturnStyle of(Method method, Class<?> targetClass) {
		requireNoCoroutine(method);
		ResolvableType declared = ResolvableType.forMethodReturnType(method, targetClass);
		Class<?> type = declared.resolve(Object.class);
		ReturnStyle blocking = new BlockingStyle(type);
		requireContentDone(method, declared, new HashSet<>());
		if (isAsync(method, targetClass) && (type == Future.class || type == CompletableFuture.class)) {
			return new FutureStyle(blocking, ResultCheck.of(declared.getGeneric()));
		}
		if (type == CompletionStage.class || type == CompletableFuture.class) {
			return new StageStyle(ResultCheck.of(declared.getGeneric()));
		}
		requireNoOtherFuture(method, type);
		ReturnStyle reactive = isKotlin(type) ? null : reactive(method, type, declared);
		if (reactive != null) {
			return reactive;
		}
		requireDone(method, type);
		return (ResultCheck.of(declared) == ResultCheck.EACH) ? new CheckedStyle(blocking) : blocking;
	}

	private static void requireNoCoroutine(Method method) {
		Class<?>[] parameters = method.getParameterTypes();
		if (parameters.length > 0 && CONTINUATION.equals(parameters[parameters.length - 1].getName())) {
			throw new InvalidLockDefinitionException(method,
					"it is a Kotlin suspend function, whose work would outlive the lock",
					"Return a Mono, for example with mono { }, or call the lock inside with Redlock.acquireAsync.",
					null);
		}
	}

	private static void requireNoOtherFuture(Method method, Class<?> type) {
		if (type == Future.class) {
			throw new InvalidLockDefinitionException(method,
					"the return type Future does not tell when its work ends, so the lock could not be held until then",
					"Return a CompletableFuture, or let @Async run the method.", null);
		}
		if (isFuture(type)) {
			throw new InvalidLockDefinitionException(
					method, "the return type %s is a special kind of future, whose work would outlive the lock"
						.formatted(type.getName()),
					"Declare the return type CompletableFuture or CompletionStage.", null);
		}
	}

	private static @Nullable ReturnStyle reactive(Method method, Class<?> type, ResolvableType declared) {
		return REACTOR ? ReactiveStyle.find(method, type, ResultCheck.of(declared.getGeneric())) : null;
	}

	private static void requireDone(Method method, Class<?> type) {
		if (BaseStream.class.isAssignableFrom(type)) {
			throw new InvalidLockDefinitionException(method,
					"the return type %s is lazy: it would be read after the lock is gone"
						.formatted(type.getSimpleName()),
					"Return a List or another collection.", null);
		}
		if (isDeferred(type)) {
			throw new InvalidLockDefinitionException(method,
					"the return type %s stands for work that would outlive the lock".formatted(type.getName()),
					"Annotate the method that does the work, or return a CompletableFuture, or a Mono or Flux "
							+ "with reactor-core on the class path.",
					null);
		}
	}

	private static void requireContentDone(Method method, ResolvableType declared, Set<Type> seen) {
		if (declared.resolve() == Class.class || isAgain(declared.getType(), seen)) {
			return;
		}
		ResolvableType[] contents = declared.isArray() ? new ResolvableType[] { declared.getComponentType() }
				: declared.getGenerics();
		for (ResolvableType content : contents) {
			Class<?> type = content.resolve(Object.class);
			if (isUnfinished(type)) {
				throw new InvalidLockDefinitionException(method,
						"the return type %s carries a %s, whose work would outlive the lock".formatted(declared,
								type.getSimpleName()),
						"Return the %s itself, or its result, or annotate the method that does the work."
							.formatted(type.getSimpleName()),
						null);
			}
			requireContentDone(method, content, seen);
		}
	}

	/**
	 * Returns whether a type was looked at before: the bound of a variable or wildcard
	 * may have no end, as with {@code T extends Comparable<? super T>}.
	 */
	private static boolean isAgain(Type type, Set<Type> seen) {
		return (type instanceof TypeVariable<?> || type instanceof WildcardType) && !seen.add(type);
	}

	/**
	 * Returns whether instances of a type may stand for work that has not ended.
	 */
	static boolean isUnfinished(Class<?> type) {
		return isFuture(type) || isDeferred(type) || BaseStream.class.isAssignableFrom(type);
	}

	/**
	 * Returns whether a type is one of futures.
	 */
	static boolean isFuture(Class<?> type) {
		return Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type);
	}

	private static boolean isDeferred(Class<?> type) {
		return Callable.class.isAssignableFrom(type) || isSupplier(type) || isKotlinFunction(type)
				|| isNamed(type, DEFERRED);
	}

	/**
	 * Returns whether a type is that of suppliers or of a lambda. What also is one, such
	 * as a page of Spring Data, is no work that is still to be done.
	 */
	private static boolean isSupplier(Class<?> type) {
		return type == Supplier.class || (type.isHidden() && Supplier.class.isAssignableFrom(type));
	}

	/**
	 * Returns whether a type is that of functions without parameters or of a lambda, as
	 * above.
	 */
	private static boolean isKotlinFunction(Class<?> type) {
		return type.getName().equals(FUNCTION) || (isNamed(type, Set.of(FUNCTION))
				&& (type.isHidden() || isNamed(type, Set.of("kotlin.jvm.internal.Lambda"))));
	}

	private static boolean isNamed(@Nullable Class<?> type, Set<String> names) {
		return type != null && (names.contains(type.getName()) || isNamed(type.getSuperclass(), names)
				|| Arrays.stream(type.getInterfaces()).anyMatch((each) -> isNamed(each, names)));
	}

	private static boolean isKotlin(Class<?> type) {
		return type.getName().startsWith("kotlin");
	}

	/**
	 * Returns whether a method is meant to run on another thread than its caller's.
	 */
	static boolean isAsync(Method method, Class<?> targetClass) {
		MergedAnnotations onMethod = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		MergedAnnotations onClass = MergedAnnotations.from(targetClass, SearchStrategy.TYPE_HIERARCHY);
		return ASYNC.stream().anyMatch((name) -> onMethod.isPresent(name) || onClass.isPresent(name));
	}

}
