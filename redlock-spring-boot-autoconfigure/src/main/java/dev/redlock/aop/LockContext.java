package dev.redlock.aop;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;

/**
 * The lease of the annotated method that the current thread runs.
 */
public final class LockContext {

	private static final ThreadLocal<@Nullable Lease> current = new ThreadLocal<>();

	private LockContext() {
	}

	/**
	 * Returns the lease of the innermost annotated method that the current thread runs.
	 * @return the lease
	 * @throws IllegalStateException if the thread runs no annotated method, such as after
	 * a call that did not pass the proxy
	 */
	public static Lease currentLease() {
		return findLease().orElseThrow(() -> new IllegalStateException(
				"The current thread runs no method with @DistributedLock. Call the method through its Spring bean, "
						+ "not through 'this', and look for the lease on the thread that runs it"));
	}

	/**
	 * Returns the lease of the innermost annotated method that the current thread runs,
	 * if there is one.
	 * @return the lease, or empty
	 */
	public static Optional<Lease> findLease() {
		return Optional.ofNullable(current.get());
	}

	/**
	 * Makes a lease the innermost one of the current thread.
	 * @return what it was before
	 */
	static @Nullable Lease enter(Lease lease) {
		Lease outer = current.get();
		current.set(lease);
		return outer;
	}

	/**
	 * Goes back to what {@link #enter} returned.
	 */
	static void leave(@Nullable Lease outer) {
		if (outer != null) {
			current.set(outer);
		}
		else {
			current.remove();
		}
	}

}
