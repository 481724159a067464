package dev.redlock.integration;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;
import org.springframework.integration.support.locks.LockRegistry;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;

/**
 * The locks of Spring Integration, such as those of aggregators and leader elections, as
 * leases. The text of a key is the resource, so equal texts are one lock in all
 * processes. Thread-safe.
 * <p>
 * A key has one lock object as long as somebody uses it, so that a thread can lock and
 * unlock it with an {@code obtain} of its own each; after that, it is forgotten.
 * <p>
 * A lock is extended as often as {@code redlock.extension.max} says, which is about 15
 * minutes by default, and lost after that: a leader election then elects another leader.
 * Raise the property for leaders that are to stay.
 *
 * @see Redlock#asLock(LockRequest)
 */
public final class RedlockRegistry implements LockRegistry<Lock> {

	private final Map<String, Entry> locks = new ConcurrentHashMap<>();

	private final ReferenceQueue<Lock> forgotten = new ReferenceQueue<>();

	private final Redlock redlock;

	/**
	 * Creates a registry.
	 * @param redlock the locks
	 */
	public RedlockRegistry(Redlock redlock) {
		this.redlock = redlock;
	}

	/**
	 * Returns the lock of a key.
	 * @param lockKey what to lock, by its {@code toString}
	 * @return the lock
	 * @throws IllegalArgumentException if the text is blank
	 */
	@Override
	public Lock obtain(Object lockKey) {
		forget();
		String resource = lockKey.toString();
		Lock fresh = null;
		while (true) {
			Entry present = this.locks.get(resource);
			Lock lock = (present != null) ? present.get() : null;
			if (lock != null) {
				return lock;
			}
			fresh = (fresh != null) ? fresh : this.redlock.asLock(LockRequest.of(resource).withName("lock-registry"));
			if (replace(resource, present, new Entry(resource, fresh, this.forgotten))) {
				return fresh;
			}
		}
	}

	private boolean replace(String resource, @Nullable Entry present, Entry entry) {
		return (present != null) ? this.locks.replace(resource, present, entry)
				: this.locks.putIfAbsent(resource, entry) == null;
	}

	private void forget() {
		for (Reference<? extends Lock> entry = this.forgotten.poll(); entry != null; entry = this.forgotten.poll()) {
			if (entry instanceof Entry gone) {
				this.locks.remove(gone.resource, gone);
			}
		}
	}

	/**
	 * Returns how many locks are remembered.
	 */
	int size() {
		forget();
		return this.locks.size();
	}

	private static final class Entry extends WeakReference<Lock> {

		private final String resource;

		Entry(String resource, Lock lock, ReferenceQueue<Lock> forgotten) {
			super(lock, forgotten);
			this.resource = resource;
		}

	}

}
