package dev.redlock.aop;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;

/**
 * The leases under which the current thread runs annotated methods, or actions of
 * {@link Redlock#execute}. Another thread has none of them, whoever started it.
 */
public final class LockContext {

	// Not inheritable: a lease ends when the call that acquired it does, and a thread
	// that was started meanwhile may outlive it.
	private static final ThreadLocal<@Nullable Frame> current = new ThreadLocal<>();

	private LockContext() {
	}

	/**
	 * Returns the lease of the innermost annotated method, or action of
	 * {@link Redlock#execute}, that the current thread runs.
	 * @return the lease
	 * @throws IllegalStateException if the thread runs neither, such as after a call that
	 * did not pass the proxy
	 */
	public static Lease currentLease() {
		return innermost().lease();
	}

	/**
	 * Returns the lease of the innermost annotated method, or action of
	 * {@link Redlock#execute}, that the current thread runs, if there is one.
	 * @return the lease, or empty
	 */
	public static Optional<Lease> findLease() {
		Frame frame = current.get();
		return (frame != null) ? Optional.of(frame.lease()) : Optional.empty();
	}

	/**
	 * Returns the leases of all annotated methods, and actions of
	 * {@link Redlock#execute}, that the current thread runs, innermost first. One that an
	 * inner call has joined is there for each of them.
	 * @return the leases
	 */
	public static List<Lease> findLeases() {
		List<Lease> leases = new ArrayList<>();
		for (Frame frame = current.get(); frame != null; frame = frame.outer()) {
			leases.add(frame.lease());
		}
		return leases;
	}

	/**
	 * Fails unless the innermost lease of the current thread is held right now. That may
	 * be the lease of another method around this one: a method that must have a lock of
	 * its own {@linkplain #assertHeld(String...) names the resource}.
	 * @throws IllegalStateException if the thread has no lease, such as after a call that
	 * did not pass the proxy, or the lease was lost or released
	 */
	public static void assertHeld() {
		Lease lease = innermost().lease();
		if (!lease.isValid()) {
			throw over(lease.resources());
		}
	}

	/**
	 * Fails unless each of some resources is locked by a lease of the current thread
	 * right now, whichever of its methods locked it.
	 * @param resources the resources as they were requested, such as {@code order:42} for
	 * the name {@code order} and the key {@code 42}; without the property
	 * {@code redlock.key-prefix}
	 * @throws IllegalStateException if a resource is not locked on this thread, such as
	 * after a call that did not pass the proxy, or its lease was lost or released
	 */
	public static void assertHeld(String... resources) {
		Frame innermost = innermost();
		for (String resource : resources) {
			requireHeld(innermost, resource);
		}
	}

	private static void requireHeld(Frame innermost, String resource) {
		boolean over = false;
		Set<String> held = new TreeSet<>();
		for (Frame frame = innermost; frame != null; frame = frame.outer()) {
			if (frame.lease().resources().contains(resource)) {
				if (frame.lease().isValid()) {
					return;
				}
				over = true;
			}
			held.addAll(frame.lease().resources());
		}
		throw over ? over(List.of(resource)) : new IllegalStateException(
				("The current thread has no lock on '%s', only on %s. Lock that, too, or name it as it is locked: with "
						+ "the name of its @DistributedLock and a colon before the key")
					.formatted(resource, held));
	}

	/**
	 * Returns the innermost call of the current thread.
	 * @throws IllegalStateException if there is none
	 */
	static Frame innermost() {
		Frame frame = current.get();
		if (frame == null) {
			throw new IllegalStateException(
					"The current thread runs no method with @DistributedLock and no action of Redlock.execute. Call the "
							+ "method through its Spring bean, not through 'this', and look for the lease on the thread that runs it: work that is "
							+ "handed to another thread does not have it");
		}
		return frame;
	}

	private static IllegalStateException over(Iterable<String> resources) {
		return new IllegalStateException(
				"%s: the lease was lost or released, so others may work now. Undo the work or check it with a fencing "
					.formatted(String.join(", ", resources))
						+ "token; Lease.loss() says why it was lost, and LeaseLostException what to do");
	}

	/**
	 * Finds a call of this thread under whose lease a request needs no lock of its own.
	 * @param redlock the locks that would be asked
	 * @param request what is to be locked
	 * @return the call that has a valid lease on all of it, or {@code null}
	 * @throws IllegalStateException if there is one, but without the fencing token that
	 * is asked for: to wait for ourselves would be in vain
	 */
	static @Nullable Frame joinable(Redlock redlock, LockRequest request) {
		return joinable(current.get(), redlock, request);
	}

	/**
	 * Finds such a call, like {@link #joinable(Redlock, LockRequest)}, in a chain of
	 * calls that need not be that of this thread.
	 * @param innermost the innermost call of the chain, or {@code null} for none
	 * @param redlock the locks that would be asked
	 * @param request what is to be locked
	 * @return the call that has a valid lease on all of it, or {@code null}
	 */
	static @Nullable Frame joinable(@Nullable Frame innermost, Redlock redlock, LockRequest request) {
		for (Frame frame = innermost; frame != null; frame = frame.outer()) {
			Lease lease = frame.lease();
			if (frame.redlock() == redlock && lease.resources().containsAll(request.resources()) && lease.isValid()) {
				if (request.fencing() && lease.fencingToken().isEmpty()) {
					throw new IllegalStateException(
							"%s: locked by an outer call already, but without the fencing token that the inner "
								.formatted(String.join(", ", request.resources()))
									+ "one needs. Ask for fencing in the outer one, too");
				}
				return frame;
			}
		}
		return null;
	}

	/**
	 * Fails if a call of this thread holds a part of what is to be locked, which it goes
	 * on holding while the thread waits.
	 * @param redlock the locks that would be asked
	 * @param request what is to be locked, for which no lease is
	 * {@linkplain #joinable(Redlock, LockRequest) joinable}
	 * @throws IllegalStateException if a part of it is locked: to wait for ourselves
	 * would be in vain
	 */
	static void requireDisjoint(Redlock redlock, LockRequest request) {
		for (Frame frame = current.get(); frame != null; frame = frame.outer()) {
			Set<String> held = frame.lease().resources();
			if (frame.redlock() == redlock && !Collections.disjoint(held, request.resources())
					&& frame.lease().isValid()) {
				throw new IllegalStateException(
						("%s: can't be locked together, since an outer call has locked a part of it already (%s) and "
								+ "would be waited for in vain. Lock all of it in the outer call")
							.formatted(String.join(", ", request.resources()), String.join(", ", held)));
			}
		}
	}

	/**
	 * Makes a lease the innermost one of the current thread.
	 * @return what was it before
	 */
	static @Nullable Frame enter(Redlock redlock, Lease lease) {
		Frame outer = current.get();
		current.set(new Frame(redlock, lease, outer, null));
		return outer;
	}

	/**
	 * Makes the lease of a call, in this thread or in a chain of publishers, the
	 * innermost one of the current thread.
	 * @return what was it before
	 */
	static @Nullable Frame join(Frame held) {
		Frame outer = current.get();
		current.set(held.joined(outer));
		return outer;
	}

	/**
	 * Goes back to what {@link #enter} or {@link #join} returned.
	 */
	static void leave(@Nullable Frame outer) {
		// Not removed, since the next call on this thread would have to add it again.
		current.set(outer);
	}

}
