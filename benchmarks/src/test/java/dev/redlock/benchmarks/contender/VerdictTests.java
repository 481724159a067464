package dev.redlock.benchmarks.contender;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class VerdictTests {

	@ParameterizedTest
	@CsvSource({ "1, 1", "3, 2", "4, 3", "5, 3", "9, 5" })
	void aQuorumIsMoreThanHalf(int nodes, int quorum) {
		long now = System.nanoTime();
		assertThat(Verdict.quorum(nodes)).isEqualTo(quorum);
		assertThat(Verdict.isAcquired(quorum, nodes, now)).isTrue();
		assertThat(Verdict.isAcquired(quorum - 1, nodes, now)).isFalse();
		assertThat(Verdict.isAcquired(quorum, nodes, now - Contender.TTL.toNanos())).isFalse();
	}

}
