package dev.redlock.quorum;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

/**
 * How a caller waits for the nodes. To put a thread to sleep and to wake it costs more
 * than most answers take, so that it lets other threads run some times before it sleeps.
 * Not so a virtual thread, whose sleep is cheap.
 */
final class Patience {

	/**
	 * So many times, measured with 1 to 128 callers on two cores: fewer send callers to
	 * sleep that are answered in a moment, more bring nothing.
	 */
	private static final int YIELDS = 10;

	private static final @Nullable MethodHandle IS_VIRTUAL = isVirtualOfJdk21();

	private Patience() {
	}

	/**
	 * Lets other threads run until there is a result, but not for long.
	 * @param result what the caller is about to wait for
	 */
	static void beforeSleep(Future<?> result) {
		if (isVirtual(Thread.currentThread())) {
			return;
		}
		for (int i = 0; i < YIELDS && !result.isDone(); i++) {
			Thread.yield();
		}
	}

	private static @Nullable MethodHandle isVirtualOfJdk21() {
		try {
			return MethodHandles.publicLookup()
				.findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
		}
		catch (NoSuchMethodException | IllegalAccessException ex) {
			return null;
		}
	}

	private static boolean isVirtual(Thread thread) {
		try {
			return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
		}
		catch (Throwable ex) {
			throw new IllegalStateException("Thread.isVirtual failed", ex);
		}
	}

}
