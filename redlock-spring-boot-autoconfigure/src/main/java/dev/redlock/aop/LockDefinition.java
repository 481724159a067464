package dev.redlock.aop;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.redlock.LockRequest;

/**
 * What a {@code @DistributedLock} says about a method, with everything resolved that does
 * not depend on the call.
 *
 * @param key the SpEL expression of the key; empty if there is none
 * @param name the name of the lock in meters
 * @param resource the resource without a key, or the prefix of one with a key
 * @param ttl the ttl; {@code null} for the default
 * @param waitTime the wait time; {@code null} for the default
 */
record LockDefinition(String key, String name, String resource, @Nullable Duration ttl, @Nullable Duration waitTime) {

	boolean hasKey() {
		return !this.key.isEmpty();
	}

	LockRequest request(Collection<String> keys) {
		List<String> resources = hasKey() ? keys.stream().map(this.resource::concat).toList() : List.of(this.resource);
		LockRequest request = LockRequest.of(resources).withName(this.name);
		request = (this.ttl != null) ? request.withTtl(this.ttl) : request;
		return (this.waitTime != null) ? request.withWaitTime(this.waitTime) : request;
	}

}
