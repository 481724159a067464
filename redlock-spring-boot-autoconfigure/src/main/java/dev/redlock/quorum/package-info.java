/**
 * The algorithm: rounds over the nodes, validity, retries, leases.
 */
@NullMarked
package dev.redlock.quorum;

import org.jspecify.annotations.NullMarked;
