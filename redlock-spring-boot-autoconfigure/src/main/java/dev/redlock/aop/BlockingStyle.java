package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LockInterruptedException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockedAction;

/**
 * Methods that have done their work when they return.
 */
final class BlockingStyle implements ReturnStyle {

	private final @Nullable Object skipped;

	/**
	 * Creates the style.
	 * @param returnType what the annotated method returns
	 */
	BlockingStyle(Class<?> returnType) {
		this.skipped = empty(returnType);
	}

	private static @Nullable Object empty(Class<?> type) {
		if (type == Optional.class) {
			return Optional.empty();
		}
		if (type == OptionalInt.class) {
			return OptionalInt.empty();
		}
		if (type == OptionalLong.class) {
			return OptionalLong.empty();
		}
		return (type == OptionalDouble.class) ? OptionalDouble.empty() : null;
	}

	@Override
	public @Nullable Object run(LockedCall call) throws Throwable {
		LockContext.requireDisjoint(call.redlock(), call.request());
		LockObservation observation = call.observe();
		Throwable failure = null;
		try {
			return run(call, observation);
		}
		catch (Throwable ex) {
			failure = ex;
			throw ex;
		}
		finally {
			observation.ended(failure);
		}
	}

	private @Nullable Object run(LockedCall call, LockObservation observation) throws Throwable {
		Body body = new Body(call, observation);
		try {
			return call.redlock().<@Nullable Object>execute(call.request(), body);
		}
		catch (BodyException ex) {
			Throwable cause = Objects.requireNonNull(ex.getCause());
			for (Throwable suppressed : ex.getSuppressed()) {
				cause.addSuppressed(suppressed);
			}
			throw cause;
		}
		catch (LockNotAcquiredException ex) {
			if (body.entered) {
				// Of another lock, which the method itself asked for.
				throw ex;
			}
			return call.refused(ex, observation);
		}
		catch (InterruptedException ex) {
			if (body.entered || declaresInterruptedException(call.invocation().getMethod())) {
				throw ex;
			}
			Thread.currentThread().interrupt();
			throw new LockInterruptedException(call.request().resources(), ex);
		}
	}

	private static boolean declaresInterruptedException(Method method) {
		return Arrays.stream(method.getExceptionTypes())
			.anyMatch((type) -> type.isAssignableFrom(InterruptedException.class));
	}

	@Override
	public @Nullable Object skipped() {
		return this.skipped;
	}

	/**
	 * The method, run under its lease.
	 */
	private static final class Body implements LockedAction<@Nullable Object> {

		private final LockedCall call;

		private final LockObservation observation;

		private boolean entered;

		Body(LockedCall call, LockObservation observation) {
			this.call = call;
			this.observation = observation;
		}

		@Override
		public @Nullable Object run(Lease lease) throws Exception {
			this.entered = true;
			this.observation.acquired(lease);
			Throwable failure = null;
			try {
				return this.call.proceed(lease, this.observation);
			}
			catch (Exception | Error ex) {
				failure = ex;
				throw ex;
			}
			catch (Throwable ex) {
				failure = ex;
				throw new BodyException(ex);
			}
			finally {
				this.observation.worked(failure);
			}
		}

	}

	/**
	 * Carries a throwable that is neither an exception nor an error.
	 */
	private static final class BodyException extends Exception {

		BodyException(Throwable cause) {
			super(cause);
		}

	}

}
