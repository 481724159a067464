package dev.redlock.jedis;

import java.util.concurrent.TimeUnit;

import dev.redlock.node.NodeCommand.Release;

/**
 * A release that is owed.
 *
 * @param release the release
 * @param since since when it is owed
 */
record OwedRelease(Release release, long since) {

	/**
	 * Returns what is to be sent.
	 * @param now the time, which may have been read before the release was owed
	 */
	Release at(long now) {
		return this.release.delayed(Math.max(0, TimeUnit.NANOSECONDS.toMillis(now - this.since)));
	}

}
