package dev.redlock;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * What to lock, for how long, and how long to wait for it. Immutable; a part that is
 * {@code null} takes its configured default.
 *
 * @param resources the resources to lock, all or none; never empty or blank
 * @param name the static name that meters carry; not the resource, since its values have
 * no end
 * @param ttl how long the lock lives unless it is extended
 * @param waitTime how long an acquire may take in all; zero means one attempt
 * @param holdAtLeast how long the lock is kept from others at least, also after its
 * release; {@code null} to free it at once
 * @param autoExtend whether the lease is extended while it is held
 * @param maxExtensions the most extensions of the lease
 * @param fencing whether the lease gets a fencing token (S10)
 * @param whenLost what happens to work under the lease when it is lost
 */
public record LockRequest(Set<String> resources, String name, @Nullable Duration ttl, @Nullable Duration waitTime,
		@Nullable Duration holdAtLeast, @Nullable Boolean autoExtend, @Nullable Integer maxExtensions, boolean fencing,
		LossPolicy whenLost) {

	/**
	 * The name of a request that was given none.
	 */
	public static final String UNNAMED = "unnamed";

	/**
	 * Checks the parts.
	 * @throws IllegalArgumentException if there is no resource, a blank one, a blank
	 * name, a ttl that is not positive, or a negative wait time, time to hold or cap
	 */
	public LockRequest {
		resources = sorted(resources);
		if (resources.isEmpty()) {
			throw new IllegalArgumentException("A lock request needs at least one resource");
		}
		for (String resource : resources) {
			if (resource.isBlank()) {
				throw new IllegalArgumentException("A lock request can't have a blank resource: " + resources);
			}
		}
		if (name.isBlank()) {
			throw new IllegalArgumentException("The name of a lock request can't be blank");
		}
		if (ttl != null && (ttl.isZero() || ttl.isNegative())) {
			throw new IllegalArgumentException("The ttl of a lock must be positive, but is " + ttl);
		}
		if (waitTime != null && waitTime.isNegative()) {
			throw new IllegalArgumentException("The wait time of a lock can't be negative, but is " + waitTime);
		}
		if (holdAtLeast != null && holdAtLeast.isNegative()) {
			throw new IllegalArgumentException("holdAtLeast can't be negative, but is " + holdAtLeast);
		}
		if (maxExtensions != null && maxExtensions < 0) {
			throw new IllegalArgumentException("The cap of extensions can't be negative, but is " + maxExtensions);
		}
	}

	private static Set<String> sorted(Collection<String> resources) {
		for (String resource : resources) {
			Objects.requireNonNull(resource, "A lock request can't have a resource that is null");
		}
		// Most requests are for one resource, and each lease keeps its request.
		return (resources.size() == 1) ? Set.of(resources.iterator().next())
				: Collections.unmodifiableSet(new TreeSet<>(resources));
	}

	/**
	 * Returns a request for one or several resources with all defaults.
	 * @param resources the resources
	 * @return the request
	 */
	public static LockRequest of(String... resources) {
		return of(Arrays.asList(resources));
	}

	/**
	 * Returns a request for some resources with all defaults.
	 * @param resources the resources
	 * @return the request
	 */
	public static LockRequest of(Collection<String> resources) {
		return new LockRequest(sorted(resources), UNNAMED, null, null, null, null, null, false, LossPolicy.FAIL);
	}

	/**
	 * Returns this request for other resources.
	 * @param resources the resources
	 * @return the request
	 */
	public LockRequest withResources(Collection<String> resources) {
		// A set needs no copy here, since the constructor makes one.
		Set<String> distinct = (resources instanceof Set<String> set) ? set : sorted(resources);
		return new LockRequest(distinct, this.name, this.ttl, this.waitTime, this.holdAtLeast, this.autoExtend,
				this.maxExtensions, this.fencing, this.whenLost);
	}

	/**
	 * Returns this request under a name.
	 * @param name the static name that meters carry, one of a few constants: the meters
	 * of each are never removed
	 * @return the named request
	 */
	public LockRequest withName(String name) {
		return new LockRequest(this.resources, name, this.ttl, this.waitTime, this.holdAtLeast, this.autoExtend,
				this.maxExtensions, this.fencing, this.whenLost);
	}

	/**
	 * Returns this request with a ttl.
	 * @param ttl how long the lock lives unless it is extended
	 * @return the request
	 */
	public LockRequest withTtl(Duration ttl) {
		return new LockRequest(this.resources, this.name, ttl, this.waitTime, this.holdAtLeast, this.autoExtend,
				this.maxExtensions, this.fencing, this.whenLost);
	}

	/**
	 * Returns this request with a wait time.
	 * @param waitTime how long an acquire may take in all; zero means one attempt
	 * @return the request
	 */
	public LockRequest withWaitTime(Duration waitTime) {
		return new LockRequest(this.resources, this.name, this.ttl, waitTime, this.holdAtLeast, this.autoExtend,
				this.maxExtensions, this.fencing, this.whenLost);
	}

	/**
	 * Returns this request with a time for which the lock is kept from others, counted
	 * from its acquire. A release before that shortens the keys to what is left of it
	 * instead of deleting them, so that a job of the same moment on another machine,
	 * whose clock is a little behind, does not run once more.
	 * @param holdAtLeast the shortest time from acquire to acquire; not over the ttl
	 * @return the request
	 */
	public LockRequest withHoldAtLeast(Duration holdAtLeast) {
		return new LockRequest(this.resources, this.name, this.ttl, this.waitTime, holdAtLeast, this.autoExtend,
				this.maxExtensions, this.fencing, this.whenLost);
	}

	/**
	 * Returns this request with or without automatic extension.
	 * @param autoExtend whether the lease is extended while it is held
	 * @return the request
	 */
	public LockRequest withAutoExtend(boolean autoExtend) {
		return new LockRequest(this.resources, this.name, this.ttl, this.waitTime, this.holdAtLeast, autoExtend,
				this.maxExtensions, this.fencing, this.whenLost);
	}

	/**
	 * Returns this request with a cap of extensions.
	 * @param maxExtensions the most extensions of the lease
	 * @return the request
	 */
	public LockRequest withMaxExtensions(int maxExtensions) {
		return new LockRequest(this.resources, this.name, this.ttl, this.waitTime, this.holdAtLeast, this.autoExtend,
				maxExtensions, this.fencing, this.whenLost);
	}

	/**
	 * Returns this request with a fencing token asked for (S10).
	 * @return the request
	 */
	public LockRequest withFencing() {
		return new LockRequest(this.resources, this.name, this.ttl, this.waitTime, this.holdAtLeast, this.autoExtend,
				this.maxExtensions, true, this.whenLost);
	}

	/**
	 * Returns this request with a policy for a loss of the lease. It is for work that the
	 * library runs, by {@link Redlock#execute} or an annotated method. Of a lease that
	 * was acquired, {@link Lease#lost()} and the listeners tell, whatever the policy is;
	 * {@link LossPolicy#IGNORE} logs a loss of that, too.
	 * @param whenLost what happens to work under the lease when it is lost
	 * @return the request
	 */
	public LockRequest withWhenLost(LossPolicy whenLost) {
		return new LockRequest(this.resources, this.name, this.ttl, this.waitTime, this.holdAtLeast, this.autoExtend,
				this.maxExtensions, this.fencing, whenLost);
	}

}
