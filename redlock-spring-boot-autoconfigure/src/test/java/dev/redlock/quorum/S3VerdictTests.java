package dev.redlock.quorum;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.QuorumUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;

class S3VerdictTests {

	private final Cluster cluster = new Cluster(5);

	@Test
	void theVerdictComesWithTheQuorumthGrant() {
		int[] millis = { 40, 10, 45, 20, 30 };
		for (int i = 0; i < 5; i++) {
			this.cluster.node(i).answersAfter(Duration.ofMillis(millis[i]), Duration.ZERO);
		}
		CompletableFuture<Lease> future = this.cluster.start(Cluster.ONE_ATTEMPT);
		this.cluster.time().advance(Duration.ofMillis(30).minusNanos(1));
		assertThat(future).isNotDone();
		this.cluster.time().advance(Duration.ofNanos(1));
		assertThat(future).isCompleted();
	}

	@ParameterizedTest
	@EnumSource(Behaviour.class)
	void twoNodesOfFiveThatDoNotAnswerWellDelayNothing(Behaviour behaviour) {
		this.cluster.nodes(0, 2).forEach((node) -> node.become(behaviour));
		assertThat(this.cluster.start(Cluster.ONE_ATTEMPT)).isCompleted();
		assertThat(this.cluster.time().elapsed()).isZero();
	}

	@Test
	void theFailureComesAsSoonAsNoQuorumCanGrantAnyMore() {
		this.cluster.holdByAnother(0, 3);
		this.cluster.nodes(0, 3).forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ZERO));
		this.cluster.node(3).become(Behaviour.PAUSED);
		this.cluster.node(4).answersAfter(Duration.ofMillis(40), Duration.ZERO);
		assertThat(this.cluster.failure(Cluster.ONE_ATTEMPT)).isInstanceOf(LockHeldException.class);
		assertThat(this.cluster.time().elapsed()).isEqualTo(Duration.ofMillis(5));
	}

	@Test
	void twoDenialsOfFiveAreNoVerdict() {
		this.cluster.holdByAnother(0, 2);
		this.cluster.nodes(2, 5).forEach((node) -> node.answersAfter(Duration.ofMillis(49), Duration.ZERO));
		CompletableFuture<Lease> future = this.cluster.start(Cluster.ONE_ATTEMPT);
		this.cluster.time().advance(Duration.ofMillis(48));
		assertThat(future).isNotDone();
		this.cluster.time().advance(Duration.ofMillis(1));
		assertThat(future).isCompleted();
	}

	// ttl, latency, validity: ttl - latency - (ttl / 100 + 2 ms)
	@ParameterizedTest
	@CsvSource({ "PT10S, PT0S, PT9.898S", "PT10S, PT0.007S, PT9.891S", "PT60S, PT0.049S, PT59.349S",
			"PT1S, PT0.03S, PT0.958S", "PT0.1S, PT0.02S, PT0.077S", "PT0.05S, PT0.04S, PT0.0075S" })
	void theValidityIsTheTtlLessWhatElapsedLessTheDrift(Duration ttl, Duration latency, Duration validity) {
		this.cluster.nodes().forEach((node) -> node.answersAfter(latency, Duration.ZERO));
		Lease lease = this.cluster.acquire(Cluster.ONE_ATTEMPT.withTtl(ttl));
		assertThat(this.cluster.time().elapsed()).isEqualTo(latency);
		assertThat(lease.remainingValidity()).isEqualTo(validity);
		assertThat(lease.isValid()).isTrue();
	}

	@Test
	void theValidityCountsFromTheAttemptThatWasGranted() {
		this.cluster.holdByAnother(0, 5);
		CompletableFuture<Lease> future = this.cluster.start(Cluster.PATIENT);
		this.cluster.time().advance(Duration.ofSeconds(1));
		for (int i = 0; i < 5; i++) {
			this.cluster.server(i).delete(Cluster.KEY);
		}
		Lease lease = this.cluster.time().passUntilDone(future).join();
		assertThat(lease.remainingValidity()).isEqualTo(Cluster.FULL_VALIDITY);
	}

	@Test
	void theRemainingValidityShrinksWithTheClock() {
		Lease lease = this.cluster.acquire();
		this.cluster.time().advance(Duration.ofMillis(4000));
		assertThat(lease.remainingValidity()).isEqualTo(Cluster.FULL_VALIDITY.minusMillis(4000));
	}

	@Test
	void aGrantThatLeavesNoValidityIsAFailureAndIsUndone() {
		// 40 ms - 1% - 2 ms
		Duration validity = Duration.ofNanos(37_600_000);
		LockRequest request = Cluster.ONE_ATTEMPT.withTtl(Duration.ofMillis(40));
		this.cluster.nodes().forEach((node) -> node.answersAfter(validity, Duration.ZERO));
		LockNotAcquiredException failure = this.cluster.failure(request);
		assertThat(failure).isInstanceOf(QuorumUnavailableException.class);
		assertThat(this.cluster.time().elapsed()).isEqualTo(validity);
		this.cluster.nodes().forEach((node) -> node.answers());
		assertThat(this.cluster.server(0).ttl(Cluster.KEY)).isPositive();
		this.cluster.time().advance(validity);
		this.cluster.assertNothingLeft(Cluster.KEY);
	}

	@Test
	void aGrantThatLeavesANanosecondIsASuccess() {
		Duration latency = Duration.ofNanos(37_600_000 - 1);
		this.cluster.nodes().forEach((node) -> node.answersAfter(latency, Duration.ZERO));
		Lease lease = this.cluster.acquire(Cluster.ONE_ATTEMPT.withTtl(Duration.ofMillis(40)));
		assertThat(lease.remainingValidity()).isEqualTo(Duration.ofNanos(1));
	}

	@Test
	void aLateGrantDoesNotChangeTheLease() {
		this.cluster.nodes(3, 5).forEach((node) -> node.answersAfter(Duration.ofMillis(10), Duration.ofMillis(30)));
		Lease lease = this.cluster.acquire();
		this.cluster.time().advance(Duration.ofMillis(60));
		assertThat(lease.remainingValidity()).isEqualTo(Cluster.FULL_VALIDITY.minusMillis(60));
		assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(lease.token());
		assertThat(this.cluster.events().acquires()).hasSize(1);
	}

}
