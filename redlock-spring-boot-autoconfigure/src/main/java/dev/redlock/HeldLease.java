package dev.redlock;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A lease that this process held a moment ago. Never shows the token that proves it.
 *
 * @param resources what is locked
 * @param name the static name that meters carry
 * @param held the time since the acquire
 * @param remainingValidity for how long it holds if it is not extended
 * @param extensions how often it was extended
 * @param fencingToken the fencing token, if one was asked for
 */
public record HeldLease(Set<String> resources, String name, Duration held, Duration remainingValidity, int extensions,
		OptionalLong fencingToken) {
}
