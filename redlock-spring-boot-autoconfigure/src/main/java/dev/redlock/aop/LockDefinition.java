package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.context.expression.AnnotatedElementKey;

import dev.redlock.LockRequest;
import dev.redlock.annotation.WhenHeld;

/**
 * What a {@code @DistributedLock} says about a method, with everything resolved that does
 * not depend on the call.
 *
 * @param method the method of the target class
 * @param namesake what expressions see in place of the target class, if each JVM gives
 * that another name
 * @param element the same method, as the cache of expressions has it
 * @param parameters the positions of its parameters by all their names
 * @param condition the SpEL expression that says whether to lock; empty to lock always
 * @param key the SpEL expression of the key; empty if there is none
 * @param prefix what goes before each key; may be empty
 * @param template the request; with a key, all of it but the resources
 * @param whenHeld what a call does when another owner has the lock
 * @param fallback what is called when the lock can't be had
 * @param style how long the lock is held
 */
record LockDefinition(Method method, Class<?> namesake, AnnotatedElementKey element, Map<String, Integer> parameters,
		String condition, String key, String prefix, LockRequest template, WhenHeld whenHeld,
		@Nullable FallbackMethod fallback, ReturnStyle style) {

	boolean hasCondition() {
		return !this.condition.isEmpty();
	}

	boolean hasKey() {
		return !this.key.isEmpty();
	}

	LockRequest request(Collection<String> keys) {
		return this.template.withResources(this.prefix.isEmpty() ? keys : prefixed(keys));
	}

	private Collection<String> prefixed(Collection<String> keys) {
		if (keys.size() == 1) {
			return Set.of(this.prefix.concat(keys.iterator().next()));
		}
		List<String> resources = new ArrayList<>(keys.size());
		for (String key : keys) {
			resources.add(this.prefix.concat(key));
		}
		return resources;
	}

}
