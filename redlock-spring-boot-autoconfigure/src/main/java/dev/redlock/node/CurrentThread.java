package dev.redlock.node;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

import org.jspecify.annotations.Nullable;

/**
 * What Java 17 cannot tell of a thread. Thread-safe.
 */
public final class CurrentThread {

	private static final @Nullable MethodHandle IS_VIRTUAL = isVirtualOfJdk21();

	private CurrentThread() {
	}

	/**
	 * Returns whether the current thread is virtual: to sleep costs it little, and once
	 * it yields it only goes on when a carrier is free.
	 * @return {@code false} before Java 21
	 */
	public static boolean isVirtual() {
		try {
			return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
		}
		catch (Throwable ex) {
			throw new IllegalStateException("Thread.isVirtual failed", ex);
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

}
