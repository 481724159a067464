package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.springframework.context.expression.AnnotatedElementKey;

import dev.redlock.LockRequest;

/**
 * What a {@code @DistributedLock} says about a method, with everything resolved that does
 * not depend on the call.
 *
 * @param method the method of the target class
 * @param element the same, as the cache of expressions has it
 * @param parameters the positions of its parameters by all their names
 * @param key the SpEL expression of the key; empty if there is none
 * @param prefix what goes before each key; may be empty
 * @param template the request; with a key, all of it but the resources
 */
record LockDefinition(Method method, AnnotatedElementKey element, Map<String, Integer> parameters, String key,
		String prefix, LockRequest template) {

	boolean hasKey() {
		return !this.key.isEmpty();
	}

	LockRequest request(List<String> keys) {
		return this.template.withResources(this.prefix.isEmpty() ? keys : prefixed(keys));
	}

	private List<String> prefixed(List<String> keys) {
		List<String> resources = new ArrayList<>(keys.size());
		for (String key : keys) {
			resources.add(this.prefix.concat(key));
		}
		return resources;
	}

}
