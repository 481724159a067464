package dev.redlock.jedis;

import dev.redlock.node.ReleaseWatch;

/**
 * One of those who watch a key on one server.
 *
 * @param subscription the key
 * @param end ends the watch
 */
record SubscribedWatch(Subscription subscription, Runnable end) implements ReleaseWatch {

	@Override
	public boolean isListening() {
		return this.subscription.isListening();
	}

	@Override
	public void close() {
		this.end.run();
	}

}
