package dev.redlock.quorum;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The callers of this process that want one key without standing in its line, each known
 * by what wakes it, and with the release of which it was told last. The first
 * {@value #FRONT} ask when it is released. Whoever asked in vain goes to the end, and
 * whoever comes to the front by that asks, too: so a release goes through all of them,
 * but never to all at once. Not thread-safe.
 */
final class Crowd {

	/**
	 * If all asked at once, nearly all of them in vain, the nodes would seem late to
	 * everybody.
	 */
	static final int FRONT = 32;

	/**
	 * Nobody looks less often than so many times as seldom as usual: there may be no
	 * announcements.
	 */
	static final int SELDOM = 8;

	private static final String NOTHING = "";

	private final Map<Runnable, String> toldOf = new LinkedHashMap<>();

	/**
	 * The release that everybody is yet to be told of.
	 */
	private String latest = NOTHING;

	Crowd add(Runnable wake) {
		this.toldOf.put(wake, NOTHING);
		return this;
	}

	/**
	 * The key was released.
	 * @param release the name of the release, empty for none that is known
	 * @param wake a caller
	 * @return whether it is at the front, so that it asks now
	 */
	boolean released(String release, Runnable wake) {
		if (!release.isEmpty()) {
			this.latest = release;
		}
		boolean front = isAtFront(wake);
		if (front) {
			this.toldOf.put(wake, this.latest);
		}
		return front;
	}

	/**
	 * A caller got the key, so that it is in vain to ask for it.
	 */
	void granted() {
		this.latest = NOTHING;
	}

	/**
	 * A caller has asked in vain: it may be another key that keeps it waiting.
	 * @return who asks now, if anybody
	 */
	@Nullable Runnable askedInVain(Runnable wake) {
		if (this.toldOf.size() <= FRONT || !isAtFront(wake)) {
			return null;
		}
		String told = this.toldOf.remove(wake);
		if (told != null) {
			this.toldOf.put(wake, told);
		}
		return next();
	}

	/**
	 * A caller waits no longer.
	 * @return who asks now, if anybody
	 */
	@Nullable Runnable remove(Runnable wake) {
		boolean front = isAtFront(wake);
		this.toldOf.remove(wake);
		return front ? next() : null;
	}

	private @Nullable Runnable next() {
		if (this.latest.isEmpty() || this.toldOf.size() < FRONT) {
			return null;
		}
		Iterator<Map.Entry<Runnable, String>> all = this.toldOf.entrySet().iterator();
		for (int i = 1; i < FRONT; i++) {
			all.next();
		}
		Map.Entry<Runnable, String> last = all.next();
		return this.latest.equals(last.setValue(this.latest)) ? null : last.getKey();
	}

	private boolean isAtFront(Runnable wake) {
		Iterator<Runnable> first = this.toldOf.keySet().iterator();
		for (int i = 0; i < FRONT && first.hasNext(); i++) {
			if (first.next() == wake) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns how many times as long as usual a caller pauses between its attempts: those
	 * that are not at the front look, and the more there are, the less often each.
	 */
	int pauses(Runnable wake) {
		return isAtFront(wake) ? 1 : Math.min(SELDOM, 1 + this.toldOf.size() / FRONT);
	}

	boolean isEmpty() {
		return this.toldOf.isEmpty();
	}

}
