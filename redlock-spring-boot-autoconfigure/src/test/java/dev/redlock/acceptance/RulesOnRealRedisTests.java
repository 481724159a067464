package dev.redlock.acceptance;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.QuorumUnavailableException;
import dev.redlock.ReleaseOutcome;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The rules S1 to S12, each seen from five real servers.
 */
class RulesOnRealRedisTests extends AbstractFiveServersTests {

	private static final String FOREIGN = AbstractAcceptanceTests.FOREIGN;

	private static final LockRequest ONE_ATTEMPT = AbstractAcceptanceTests.ONE_ATTEMPT;

	private static final LockRequest UNATTENDED = ONE_ATTEMPT.withAutoExtend(false);

	@Test
	void s1TokenIs40HexDigitsAndNewForEveryAttempt() {
		servers.all().subList(0, 3).forEach((server) -> server.set(KEY, FOREIGN));
		TestNode server = servers.get(4);
		NodeStats.startSlowLog(server);
		assertThatExceptionOfType(LockHeldException.class)
			.isThrownBy(() -> locks().redlock().acquire(LockRequest.of(KEY).withWaitTime(Duration.ofSeconds(1))));
		NodeStats.endSlowLog(server);
		List<List<String>> sets = NodeStats.slowLog(server)
			.stream()
			.filter((command) -> command.get(0).equals("SET") && command.get(1).equals(KEY))
			.toList();
		assertThat(sets).hasSizeGreaterThan(1)
			.allSatisfy((set) -> assertThat(set.get(2)).matches("[0-9a-f]{40}"))
			.extracting((set) -> set.get(2))
			.doesNotHaveDuplicates();
	}

	@Test
	void s2EveryNodeGetsTheTokenWithTheTtlByOneSet() throws Exception {
		List<Long> before = servers.all().stream().map(AbstractAcceptanceTests::sets).toList();
		Duration ttl = Duration.ofSeconds(20);
		try (Lease lease = locks().redlock().acquire(UNATTENDED.withTtl(ttl))) {
			for (int i = 0; i < 5; i++) {
				AbstractAcceptanceTests.awaitValue(servers.get(i), KEY, lease.token());
				assertThat(NodeStats.pttl(servers.get(i), KEY)).isBetween(1L, ttl.toMillis());
				assertThat(AbstractAcceptanceTests.sets(servers.get(i))).isEqualTo(before.get(i) + 1);
			}
		}
	}

	@Test
	void s3ThreeGrantsAreEnoughAndTheValidityIsWhatTimeAndDriftLeave() throws Exception {
		// Whoever waited for the two would get nothing: the ttl would be over.
		Duration timeout = Duration.ofSeconds(20);
		try (Locks patient = Locks.over(servers.all(), (node) -> node.withNodeTimeout(timeout))) {
			patient.awaitUp();
			servers.all().subList(0, 2).forEach(TestNode::pause);
			Duration ttl = Duration.ofSeconds(10);
			try {
				Lease lease = patient.redlock().acquire(UNATTENDED.withTtl(ttl));
				assertThat(lease.remainingValidity()).isPositive().isLessThan(ttl.minusMillis(102));
				lease.releaseAsync();
			}
			finally {
				// Before the locks are closed, which waits for answers.
				servers.all().forEach(TestNode::resume);
			}
		}
	}

	@Test
	void s4AFailedOrCancelledAcquireLeavesNothingBehind() {
		servers.all().subList(0, 3).forEach((server) -> server.set(KEY, FOREIGN));
		assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> locks().redlock().acquire(ONE_ATTEMPT));
		CompletableFuture<Lease> cancelled = locks().redlock()
			.acquireAsync(LockRequest.of(KEY).withWaitTime(Duration.ofSeconds(30)));
		long sets = AbstractAcceptanceTests.sets(servers.get(4));
		Awaitility.await().until(() -> AbstractAcceptanceTests.sets(servers.get(4)) > sets + 1);
		assertThat(cancelled.cancel(true)).isTrue();
		servers.all().subList(3, 5).forEach((server) -> AbstractAcceptanceTests.awaitValue(server, KEY, null));
		servers.all().subList(0, 3).forEach((server) -> assertThat(server.get(KEY)).isEqualTo(FOREIGN));
	}

	@Test
	void s5TwoDeadNodesCostNoVerdictAndComeBackByThemselves() throws Exception {
		servers.all().subList(0, 2).forEach(TestNode::kill);
		locks().awaitUp(3);
		for (int i = 0; i < 20; i++) {
			assertThat(locks().redlock().acquire(ONE_ATTEMPT).release()).isEqualTo(ReleaseOutcome.RELEASED);
		}
		servers.all().subList(0, 2).forEach(TestNode::restart);
		locks().awaitUp();
		try (Lease lease = locks().redlock().acquire(ONE_ATTEMPT)) {
			servers.all().forEach((server) -> AbstractAcceptanceTests.awaitValue(server, KEY, lease.token()));
		}
	}

	@Test
	void s6AWaiterGetsTheLockAfterItsHolderAndHeldIsToldFromUnavailable() throws Exception {
		Lease first = locks().redlock().acquire(ONE_ATTEMPT);
		assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> locks().redlock().acquire(ONE_ATTEMPT));
		CompletableFuture<Lease> waiter = locks().redlock()
			.acquireAsync(LockRequest.of(KEY).withWaitTime(Duration.ofSeconds(20)));
		first.release();
		waiter.get(20, TimeUnit.SECONDS).release();
		servers.all().subList(0, 3).forEach(TestNode::kill);
		locks().awaitUp(2);
		assertThatExceptionOfType(QuorumUnavailableException.class)
			.isThrownBy(() -> locks().redlock().acquire(ONE_ATTEMPT));
	}

	@Test
	void s7AnExpiredLeaseIsNotExtendedAndNothingOfItComesBack() throws Exception {
		// Has more than one attempt, since its ttl may be over before it is there.
		Lease lease = locks().redlock()
			.acquire(UNATTENDED.withTtl(Duration.ofMillis(400)).withWaitTime(Duration.ofSeconds(20)));
		Awaitility.await().until(() -> !lease.isValid());
		servers.all().forEach((server) -> AbstractAcceptanceTests.awaitValue(server, KEY, null));
		List<Long> writes = writes();
		assertThat(lease.extend(Duration.ofSeconds(20))).isFalse();
		assertThat(servers.all()).allSatisfy((server) -> assertThat(server.get(KEY)).isNull());
		assertThat(writes()).isEqualTo(writes);
		assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
	}

	@Test
	void s7AHundredExtensionsAreGrantedAndTheNextIsNot() throws Exception {
		try (Lease lease = locks().redlock().acquire(UNATTENDED.withMaxExtensions(100))) {
			servers.all().forEach((server) -> AbstractAcceptanceTests.awaitValue(server, KEY, lease.token()));
			List<Long> granted = scripts().stream().map((count) -> count + 100).toList();
			IntStream.rangeClosed(1, 100)
				.forEach(
						(count) -> assertThat(lease.extend(Duration.ofSeconds(30))).as("extension %d", count).isTrue());
			// A quorum has answered, the others may still be at it.
			Awaitility.await().untilAsserted(() -> assertThat(scripts()).isEqualTo(granted));
			assertThat(lease.extend(Duration.ofSeconds(30))).isFalse();
			assertThat(scripts()).isEqualTo(granted);
			assertThat(lease.extensions()).isEqualTo(100);
			assertThat(lease.isValid()).isTrue();
		}
	}

	@Test
	void s8AQuorumThatSaysNotYoursEndsTheLeaseBeforeItsTtl() throws Exception {
		Duration ttl = Duration.ofSeconds(30);
		Lease lease = locks().redlock().acquire(UNATTENDED.withTtl(ttl));
		servers.all().subList(0, 3).forEach((server) -> server.set(KEY, FOREIGN));
		assertThat(lease.extend(ttl)).isFalse();
		assertThat(lease.lost().toCompletableFuture().get(20, TimeUnit.SECONDS)).isEqualTo(LossReason.TAKEN);
		assertThat(lease.isValid()).isFalse();
		lease.release();
		servers.all().subList(0, 3).forEach((server) -> assertThat(server.get(KEY)).isEqualTo(FOREIGN));
	}

	@Test
	void s9ServersThatAreNewDoNotVote() {
		try (Locks guarded = Locks.over(servers.all(), (node) -> node.withRestartGuard(Duration.ofHours(1)))) {
			assertThatExceptionOfType(QuorumUnavailableException.class)
				.isThrownBy(() -> guarded.redlock().acquire(ONE_ATTEMPT))
				.satisfies((ex) -> assertThat(ex.getVotes()).extracting(NodeVote::verdict)
					.containsOnly(Verdict.QUARANTINED));
			assertThat(servers.all()).allSatisfy((server) -> assertThat(server.get(KEY)).isNull());
		}
	}

	@Test
	void s10LaterLeasesHaveGreaterFencingTokens() throws Exception {
		long last = 0;
		for (int i = 0; i < 10; i++) {
			try (Lease lease = locks().redlock().acquire(ONE_ATTEMPT.withFencing())) {
				assertThat(lease.fencingToken()).isPresent();
				assertThat(lease.fencingToken().getAsLong()).isGreaterThan(last);
				last = lease.fencingToken().getAsLong();
			}
		}
	}

	@Test
	void s11TheOutcomeOfAReleaseIsThatOfAQuorum() throws Exception {
		Lease confirmed = locks().redlock().acquire(UNATTENDED);
		servers.all().subList(0, 2).forEach(TestNode::kill);
		locks().awaitUp(3);
		assertThat(confirmed.release()).isEqualTo(ReleaseOutcome.RELEASED);
		Lease unconfirmed = locks().redlock().acquire(UNATTENDED);
		servers.get(2).kill();
		locks().awaitUp(2);
		assertThat(unconfirmed.release()).isEqualTo(ReleaseOutcome.UNCONFIRMED);
		servers.all().subList(3, 5).forEach((server) -> AbstractAcceptanceTests.awaitValue(server, KEY, null));
	}

	@Test
	void s12ForeignValuesAreHeldAndStayAsTheyAre() {
		servers.get(0).set(KEY, "");
		servers.get(1).run(Command.RPUSH, KEY, "a list");
		servers.get(2).run(Command.SET, KEY, "0", "PX", "60000");
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> locks().redlock().acquire(ONE_ATTEMPT))
			.satisfies((ex) -> assertThat(ex.getVotes()).extracting(NodeVote::verdict)
				.startsWith(Verdict.HELD, Verdict.HELD, Verdict.HELD));
		servers.all().subList(3, 5).forEach((server) -> AbstractAcceptanceTests.awaitValue(server, KEY, null));
		assertThat(servers.get(0).get(KEY)).isEmpty();
		assertThat(NodeStats.pttl(servers.get(0), KEY)).isEqualTo(-1);
		assertThat(servers.get(1).run(Command.LLEN, KEY)).isEqualTo(1L);
		assertThat(servers.get(2).get(KEY)).isEqualTo("0");
	}

	@Test
	void s12WhatHasNoTtlMeansHeldAndTheMessageSaysThatItIsNoLock() {
		servers.all().subList(0, 3).forEach((server) -> server.set(KEY, FOREIGN));
		for (LockRequest request : List.of(ONE_ATTEMPT, ONE_ATTEMPT.withFencing())) {
			assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -> locks().redlock().acquire(request))
				.withMessageContaining("a value without a ttl, which is no lock of ours")
				.withMessageNotContaining(FOREIGN);
		}
		servers.all().subList(0, 3).forEach((server) -> assertThat(server.get(KEY)).isEqualTo(FOREIGN));
	}

	private static List<Long> writes() {
		return servers.all().stream().map((server) -> NodeStats.calls(server, "set", "pexpire")).toList();
	}

	private static List<Long> scripts() {
		return servers.all().stream().map((server) -> NodeStats.calls(server, "evalsha", "eval")).toList();
	}

}
