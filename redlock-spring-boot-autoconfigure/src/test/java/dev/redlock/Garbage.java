package dev.redlock;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Awaits that nobody keeps an object.
 */
public final class Garbage {

	private Garbage() {
	}

	/**
	 * Returns as soon as an object has been collected.
	 */
	public static void awaitCollected(WeakReference<?> object) {
		awaitCollected(List.of(object));
	}

	/**
	 * Returns as soon as all of the objects have been collected.
	 */
	public static void awaitCollected(Collection<? extends WeakReference<?>> objects) {
		Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
			System.gc();
			assertThat(objects).allMatch((object) -> object.get() == null);
		});
	}

}
