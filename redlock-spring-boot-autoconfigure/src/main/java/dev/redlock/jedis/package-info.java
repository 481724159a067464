/**
 * A node on Jedis: address, lanes, handshake, scripts.
 */
@NullMarked
package dev.redlock.jedis;

import org.jspecify.annotations.NullMarked;
