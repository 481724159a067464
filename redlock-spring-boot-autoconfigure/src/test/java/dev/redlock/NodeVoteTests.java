package dev.redlock;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;

import dev.redlock.NodeVote.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

class NodeVoteTests {

	@Test
	void tellsWhatKeptTheNodeFromVoting() {
		assertThat(failed(new IllegalStateException("sick"))).hasToString("redis-1=FAILED after 3ms (sick)");
	}

	@Test
	void aCauseWithoutAMessageIsNamedAsWhatItIs() {
		assertThat(failed(new TimeoutException()))
			.hasToString("redis-1=FAILED after 3ms (java.util.concurrent.TimeoutException)");
	}

	private static NodeVote failed(Exception cause) {
		return new NodeVote("redis-1", Verdict.FAILED, Duration.ofMillis(3), cause);
	}

}
