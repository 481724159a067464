package dev.redlock.quorum;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CrowdTests {

	private final Crowd crowd = new Crowd();

	@Test
	void aFewAllAskAfterAReleaseAndPauseAsUsual() {
		assertThat(add(Crowd.FRONT)).allSatisfy((wake) -> {
			assertThat(this.crowd.released("a", wake)).isTrue();
			assertThat(this.crowd.pauses(wake)).isOne();
			assertThat(this.crowd.askedInVain(wake)).isNull();
		});
	}

	@Test
	void ofManyThoseAskWhoCameFirstAndTheOthersPauseLonger() {
		List<Runnable> all = add(3 * Crowd.FRONT);
		assertThat(all).filteredOn((wake) -> this.crowd.released("a", wake)).isEqualTo(all.subList(0, Crowd.FRONT));
		assertThat(all.subList(0, Crowd.FRONT)).allMatch((wake) -> this.crowd.pauses(wake) == 1);
		assertThat(all.subList(Crowd.FRONT, all.size())).allMatch((wake) -> this.crowd.pauses(wake) == 4);
	}

	@Test
	void nobodyPausesForLongSinceNobodyMayAnnounceReleases() {
		List<Runnable> all = add(100 * Crowd.FRONT);
		assertThat(this.crowd.pauses(all.get(all.size() - 1))).isEqualTo(Crowd.SELDOM);
	}

	@Test
	void aReleaseGoesThroughAllOfThemOnce() {
		List<Runnable> all = add(Crowd.FRONT + 3);
		all.forEach((wake) -> this.crowd.released("a", wake));
		assertThat(this.crowd.askedInVain(all.get(0))).isSameAs(all.get(Crowd.FRONT));
		assertThat(this.crowd.askedInVain(all.get(5))).isSameAs(all.get(Crowd.FRONT + 1));
		assertThat(this.crowd.remove(all.get(7))).isSameAs(all.get(Crowd.FRONT + 2));
		assertThat(this.crowd.askedInVain(all.get(8))).as("has asked after this release").isNull();
		assertThat(this.crowd.released("b", all.get(9))).isTrue();
		assertThat(this.crowd.askedInVain(all.get(9))).as("and is told of the next one").isSameAs(all.get(5));
	}

	@Test
	void whatSomebodyGotNobodyElseAsksFor() {
		List<Runnable> all = add(Crowd.FRONT + 2);
		all.forEach((wake) -> this.crowd.released("a", wake));
		this.crowd.granted();
		assertThat(this.crowd.remove(all.get(0))).isNull();
		assertThat(this.crowd.askedInVain(all.get(1))).isNull();
	}

	@Test
	void thatTheNodesListenNowIsNoReleaseOfWhichOthersAreToldToo() {
		List<Runnable> all = add(Crowd.FRONT + 2);
		assertThat(this.crowd.released("", all.get(0))).isTrue();
		assertThat(this.crowd.askedInVain(all.get(0))).isNull();
	}

	@Test
	void itIsEmptyWhenTheLastOneHasGone() {
		List<Runnable> two = add(2);
		this.crowd.remove(two.get(0));
		assertThat(this.crowd.isEmpty()).isFalse();
		this.crowd.remove(two.get(1));
		assertThat(this.crowd.isEmpty()).isTrue();
	}

	private List<Runnable> add(int count) {
		return IntStream.range(0, count).mapToObj(this::addOne).toList();
	}

	private Runnable addOne(int number) {
		Runnable wake = new Thread("caller " + number);
		this.crowd.add(wake);
		return wake;
	}

}
