package dev.redlock.aop;

import java.util.Collection;
import java.util.List;

import dev.redlock.LockRequest;

/**
 * What a {@code @DistributedLock} says about a method, with everything resolved that does
 * not depend on the call.
 *
 * @param key the SpEL expression of the key; empty if there is none
 * @param resource the resource without a key, or the prefix of one with a key
 * @param template the request but for its resources
 */
record LockDefinition(String key, String resource, LockRequest template) {

	boolean hasKey() {
		return !this.key.isEmpty();
	}

	LockRequest request(Collection<String> keys) {
		return this.template
			.withResources(hasKey() ? keys.stream().map(this.resource::concat).toList() : List.of(this.resource));
	}

}
