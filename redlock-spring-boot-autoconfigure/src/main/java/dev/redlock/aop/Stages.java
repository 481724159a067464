package dev.redlock.aop;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stages of annotated methods.
 */
final class Stages {

	private static final Logger logger = LoggerFactory.getLogger(Stages.class);

	private Stages() {
	}

	/**
	 * Returns what a method returned, as the stage that it has to be.
	 */
	static CompletionStage<?> required(LockedCall call, @Nullable Object stage) {
		if (stage == null) {
			throw new NullPointerException("%s.%s returned null instead of a stage".formatted(
					call.definition().method().getDeclaringClass().getName(), call.definition().method().getName()));
		}
		return (CompletionStage<?>) stage;
	}

	/**
	 * Returns what failed, which a stage that depends on another wraps.
	 */
	static @Nullable Throwable cause(@Nullable Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	/**
	 * Cancels a stage, if it can be cancelled.
	 */
	static void cancel(CompletionStage<?> stage) {
		if (stage instanceof Future<?> future) {
			try {
				future.cancel(true);
			}
			catch (UnsupportedOperationException ex) {
				// A minimal stage: it may only be waited for.
			}
			catch (RuntimeException | Error ex) {
				// Its lease is released all the same.
				logger.error("What a method returned could not be cancelled", ex);
			}
		}
	}

}
