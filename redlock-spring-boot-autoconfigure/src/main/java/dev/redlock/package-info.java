/**
 * What an application touches: locks, leases, requests, their outcomes, exceptions and
 * events.
 */
@NullMarked
package dev.redlock;

import org.jspecify.annotations.NullMarked;
