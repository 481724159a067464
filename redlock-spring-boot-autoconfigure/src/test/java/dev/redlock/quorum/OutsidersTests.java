package dev.redlock.quorum;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OutsidersTests {

	private static final List<String> KEYS = List.of("hot", "own");

	private static final List<String> HOT = List.of("hot");

	private final Outsiders outsiders = new Outsiders();

	private final List<Integer> woken = new ArrayList<>();

	@Test
	void aFewAreAllToldOfAReleaseAndPauseAsUsual() {
		assertThat(add(Outsiders.TOLD)).allSatisfy((wake) -> {
			assertThat(this.outsiders.isTold("hot", wake)).isTrue();
			assertThat(this.outsiders.pauses(HOT, wake)).isOne();
		});
	}

	@Test
	void ofACrowdThoseAreToldWhoCameFirstAndTheOthersPauseLonger() {
		List<Runnable> crowd = add(3 * Outsiders.TOLD);
		assertThat(crowd).filteredOn((wake) -> this.outsiders.isTold("hot", wake))
			.isEqualTo(crowd.subList(0, Outsiders.TOLD));
		assertThat(crowd.subList(0, Outsiders.TOLD)).allMatch((wake) -> this.outsiders.pauses(HOT, wake) == 1);
		assertThat(crowd.subList(Outsiders.TOLD, crowd.size()))
			.allMatch((wake) -> this.outsiders.pauses(HOT, wake) == 4);
	}

	@Test
	void whoeverMovesUpIsWokenSinceItWasNotTold() {
		List<Runnable> crowd = add(Outsiders.TOLD + 3);
		this.outsiders.remove(HOT, crowd.get(5));
		assertThat(this.woken).containsExactly(Outsiders.TOLD);
		this.outsiders.remove(HOT, crowd.get(Outsiders.TOLD + 2));
		assertThat(this.woken).as("one that was not told itself").containsExactly(Outsiders.TOLD);
		this.outsiders.remove(HOT, crowd.get(0));
		this.outsiders.remove(HOT, crowd.get(1));
		assertThat(this.woken).containsExactly(Outsiders.TOLD, Outsiders.TOLD + 1);
	}

	@Test
	void whoeverWasToldInVainLetsAnotherOneBeTold() {
		List<Runnable> crowd = add(Outsiders.TOLD + 1);
		Runnable last = crowd.get(Outsiders.TOLD);
		this.outsiders.askedInVain(HOT, last);
		assertThat(this.outsiders.isTold("hot", last)).as("it was not told").isFalse();
		this.outsiders.askedInVain(HOT, crowd.get(3));
		assertThat(this.outsiders.isTold("hot", last)).isTrue();
		assertThat(this.outsiders.isTold("hot", crowd.get(3))).isFalse();
		assertThat(this.woken).isEmpty();
	}

	@Test
	void theMostCrowdedKeyThatOneIsNotToldOfCounts() {
		add(2 * Outsiders.TOLD);
		Runnable late = () -> {
		};
		this.outsiders.add(KEYS, late);
		assertThat(this.outsiders.isTold("own", late)).isTrue();
		assertThat(this.outsiders.pauses(KEYS, late)).isEqualTo(3);
	}

	@Test
	void aKeyIsWantedUntilTheLastCallerHasGone() {
		List<Runnable> two = add(2);
		this.outsiders.remove(HOT, two.get(0));
		assertThat(this.outsiders.want("hot")).isTrue();
		this.outsiders.remove(HOT, two.get(1));
		assertThat(this.outsiders.want("hot")).isFalse();
	}

	private List<Runnable> add(int count) {
		return IntStream.range(0, count).mapToObj(this::addOne).toList();
	}

	private Runnable addOne(int number) {
		Runnable wake = () -> this.woken.add(number);
		this.outsiders.add(HOT, wake);
		return wake;
	}

}
