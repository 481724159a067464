package dev.redlock.jedis;

import java.util.List;
import java.util.Set;

/**
 * The threads that the library has started since.
 */
public final class LibraryThreads {

	private final Set<Thread> before = Thread.getAllStackTraces().keySet();

	/**
	 * Returns the names of those that are alive.
	 * @return the names
	 */
	public List<String> names() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> !this.before.contains(thread))
			.map(Thread::getName)
			.filter((name) -> name.startsWith("redlock"))
			.toList();
	}

}
