package dev.redlock.drill.history;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GapTests {

	private final Disturbances disturbances = new Disturbances(2);

	@Test
	void theLongestTimeBetweenTwoPossessionsIsTheGap() {
		Gap gap = Gap.of(List.of(held(10, 20), held(25, 70), held(40, 80)), this.disturbances, 0, 100);
		assertThat(gap.longest()).isEqualTo(Duration.ofNanos(20));
		assertThat(gap.calm()).isEqualTo(Duration.ofNanos(100));
	}

	@Test
	void moreServersThanAQuorumCanSpareExcuseAGap() {
		this.disturbances.ofServer("a", 10, 60);
		this.disturbances.ofServer("a", 50, 90);
		this.disturbances.ofServer("b", 20, 80);
		assertThat(gap()).isEqualTo(Duration.ofNanos(100));
		this.disturbances.ofServer("c", 30, 70);
		assertThat(gap()).isEqualTo(Duration.ofNanos(30));
	}

	@Test
	void aPausedClientExcusesAGap() {
		this.disturbances.ofClient(10, 95);
		assertThat(gap()).isEqualTo(Duration.ofNanos(10));
	}

	private Duration gap() {
		return Gap.of(List.of(), this.disturbances, 0, 100).longest();
	}

	private static Possession held(long from, long until) {
		return new Possession("drill", "holder-" + from, from, from, until, null, until);
	}

}
