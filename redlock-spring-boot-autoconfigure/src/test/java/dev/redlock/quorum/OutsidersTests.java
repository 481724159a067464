package dev.redlock.quorum;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

class OutsidersTests {

	private static final List<String> KEYS = List.of("hot", "own");

	private final List<Runnable> woken = new ArrayList<>();

	private final Outsiders outsiders = new Outsiders((delay, task) -> {
		this.woken.add(task);
		return () -> {
		};
	});

	@Test
	void whoeverComesToTheFrontIsWokenOnceForAllItsKeys() {
		List<Runnable> all = crowd(this.outsiders);
		assertThat(this.outsiders.released("hot", "a", all.get(0))).isTrue();
		assertThat(this.outsiders.released("own", "b", all.get(0))).isTrue();
		this.outsiders.askedInVain(KEYS, all.get(0));
		assertThat(this.woken).containsExactly(all.get(Crowd.FRONT));
	}

	@Test
	void whoGotTheKeysWakesNobodyAndWhoGaveUpDoes() {
		List<Runnable> all = crowd(this.outsiders);
		this.outsiders.released("hot", "a", all.get(0));
		this.outsiders.remove(KEYS, all.get(0), false);
		assertThat(this.woken).containsExactly(all.get(Crowd.FRONT));
		this.outsiders.remove(KEYS, all.get(1), true);
		assertThat(this.woken).hasSize(1);
	}

	@Test
	void aTimerThatFailsKeepsNoCallerFromCleaningUp() {
		Outsiders failing = new Outsiders((delay, task) -> {
			throw new IllegalStateException("shut down");
		});
		List<Runnable> all = crowd(failing);
		failing.released("hot", "a", all.get(0));
		assertThatNoException().isThrownBy(() -> failing.askedInVain(KEYS, all.get(0)));
		assertThatNoException().isThrownBy(() -> failing.remove(KEYS, all.get(1), false));
	}

	@Test
	void aKeyIsWantedUntilTheLastCallerHasGone() {
		Runnable only = new Thread("caller");
		this.outsiders.add(KEYS, only);
		assertThat(this.outsiders.want("own")).isTrue();
		this.outsiders.remove(KEYS, only, false);
		assertThat(this.outsiders.want("own")).isFalse();
	}

	private static List<Runnable> crowd(Outsiders outsiders) {
		return IntStream.range(0, Crowd.FRONT + 3).<Runnable>mapToObj((number) -> {
			Runnable wake = new Thread("caller " + number);
			outsiders.add(KEYS, wake);
			return wake;
		}).toList();
	}

}
