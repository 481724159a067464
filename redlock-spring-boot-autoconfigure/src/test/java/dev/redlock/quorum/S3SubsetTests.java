package dev.redlock.quorum;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.QuorumUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every subset of five nodes that can't grant, in every way of not granting.
 */
class S3SubsetTests {

	private static final int NODES = 5;

	private static final int QUORUM = 3;

	@Test
	void theLockIsAcquiredExactlyIfAQuorumIsFree() {
		for (int subset = 0; subset < 1 << NODES; subset++) {
			Cluster cluster = new Cluster(NODES);
			for (int i = 0; i < NODES; i++) {
				if (isIn(subset, i)) {
					cluster.holdByAnother(i, i + 1);
				}
			}
			check(cluster, subset, LockHeldException.class);
			for (int i = 0; i < NODES; i++) {
				assertThat(cluster.server(i).get(Cluster.KEY)).isEqualTo(isIn(subset, i) ? "another owner" : null);
			}
		}
	}

	@ParameterizedTest
	@EnumSource(value = Behaviour.class, mode = EnumSource.Mode.EXCLUDE, names = "ANSWERING")
	void theLockIsAcquiredExactlyIfAQuorumAnswers(Behaviour behaviour) {
		for (int subset = 0; subset < 1 << NODES; subset++) {
			Cluster cluster = new Cluster(NODES);
			for (int i = 0; i < NODES; i++) {
				if (isIn(subset, i)) {
					cluster.node(i).become(behaviour);
				}
			}
			check(cluster, subset, QuorumUnavailableException.class);
		}
	}

	private static void check(Cluster cluster, int subset, Class<? extends Throwable> failureType) {
		boolean possible = NODES - Integer.bitCount(subset) >= QUORUM;
		CompletableFuture<Lease> future = cluster.time().passUntilDone(cluster.start(Cluster.ONE_ATTEMPT));
		String description = "nodes that can't grant: " + Integer.toBinaryString(subset);
		assertThat(!future.isCompletedExceptionally()).as(description).isEqualTo(possible);
		if (possible) {
			assertThat(cluster.time().elapsed()).as(description).isZero();
			assertThat(future.join().isValid()).as(description).isTrue();
			future.join().releaseAsync();
		}
		else {
			assertThat(cluster.failure(future)).as(description).isInstanceOf(failureType);
		}
		cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void mixturesOfFailuresLeaveNothingBehind() {
		Behaviour[] behaviours = { Behaviour.ANSWERING, Behaviour.PAUSED, Behaviour.SILENT, Behaviour.UNREACHABLE,
				Behaviour.BREAKING_AFTER_THE_SERVER };
		int mixtures = (int) Math.pow(behaviours.length + 1, NODES);
		for (int mixture = 0; mixture < mixtures; mixture++) {
			Cluster cluster = new Cluster(NODES);
			int free = 0;
			int rest = mixture;
			for (int i = 0; i < NODES; i++, rest /= behaviours.length + 1) {
				int choice = rest % (behaviours.length + 1);
				if (choice == behaviours.length) {
					cluster.holdByAnother(i, i + 1);
				}
				else {
					cluster.node(i).become(behaviours[choice]);
					free += (behaviours[choice] == Behaviour.ANSWERING) ? 1 : 0;
				}
			}
			CompletableFuture<Lease> future = cluster.time().passUntilDone(cluster.start(Cluster.ONE_ATTEMPT));
			assertThat(!future.isCompletedExceptionally()).as("mixture %d", mixture).isEqualTo(free >= QUORUM);
			if (free >= QUORUM) {
				future.join().releaseAsync();
			}
			cluster.assertNothingLeft(Cluster.KEY);
		}
	}

	private static boolean isIn(int subset, int index) {
		return (subset & 1 << index) != 0;
	}

}
