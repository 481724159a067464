package dev.redlock.benchmarks.report;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.redlock.benchmarks.CoreDistance;
import dev.redlock.benchmarks.Sample;

import static org.assertj.core.api.Assertions.assertThat;

class DistancesTests {

	private static final Sample NEAR = turn(42, 45);

	private static final Sample FAR = turn(370, 360);

	private static final Sample MOVED = turn(42, 370);

	@Test
	void turnsAreNearOrFarOrNeitherIfTheCoresWereMoved() {
		Distances distances = new Distances(List.of(FAR, NEAR, MOVED));
		assertThat(Stream.of(NEAR, FAR, MOVED).filter(distances::isNear)).containsExactly(NEAR);
		assertThat(Stream.of(NEAR, FAR, MOVED).filter(distances::isFar)).containsExactly(FAR);
		assertThat(distances.vary()).isTrue();
	}

	@Test
	void theyAreAllNearIfTheCoresNeverMove() {
		Distances distances = new Distances(List.of(FAR, FAR));
		assertThat(distances.isNear(FAR)).isTrue();
		assertThat(distances.vary()).isFalse();
		assertThat(distances).hasToString("near each other (370 to 370 ns) during 2 turns, and moved during 0");
	}

	@Test
	void aTurnDuringWhichTheyMovedDoesNotSayHowNearTheyCanBe() {
		Distances distances = new Distances(List.of(turn(105, 110), FAR, turn(42, 370)));
		assertThat(distances).hasToString("near each other (105 to 105 ns) during 1 turn, "
				+ "far (370 to 370 ns) during 1 turn, and moved during 1");
	}

	@Test
	void aSingleReadingDoesNotSayHowNearTheyUsuallyAre() {
		Sample strange = turn(31, 33);
		List<Sample> usual = Collections.nCopies(20, turn(64, 66));
		Distances distances = new Distances(Stream.concat(Stream.of(strange, FAR), usual.stream()).toList());
		assertThat(usual).allMatch(distances::isNear);
		assertThat(distances.isNear(strange)).isTrue();
		assertThat(distances)
			.hasToString("near each other (31 to 64 ns) during 21 turns, far (370 to 370 ns) during 1 turn, "
					+ "and moved during 0");
	}

	@Test
	void howFarApartTheyWereCanBeRead() {
		assertThat(new Distances(List.of(NEAR, turn(44, 44), FAR, MOVED)))
			.hasToString("near each other (42 to 44 ns) during 2 turns, far (370 to 370 ns) during 1 turn, "
					+ "and moved during 1");
	}

	private static Sample turn(double before, double after) {
		return new Sample("distinct keys", "1 thread", "anybody", 0, new CoreDistance(before, after), Map.of());
	}

}
