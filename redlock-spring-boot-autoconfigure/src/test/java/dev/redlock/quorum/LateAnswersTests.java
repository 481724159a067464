package dev.redlock.quorum;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Answers that are lost or late let nobody in while a lease is valid, and give no token
 * twice. Found by the history checker, or its author.
 */
class LateAnswersTests {

	private final Cluster cluster = new Cluster(5);

	@Test
	void aShorterExtensionWhoseAnswersAreLostLetsNobodyInWhileTheLeaseIsValid() {
		Lease lease = this.cluster.acquire();
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.SILENT));
		((QuorumLease) lease).holding().extensions().extend(Duration.ofSeconds(1).toNanos());
		this.cluster.time().advance(Duration.ofSeconds(2));
		assertIsValidAndKeepsOthersOut(lease);
	}

	@Test
	void aRenewalAfterALongerExtensionByHandLetsNobodyIn() {
		Lease lease = this.cluster.acquire(Cluster.ONE_ATTEMPT.withAutoExtend(true).withMaxExtensions(2));
		assertThat(lease.extend(Duration.ofSeconds(60))).isTrue();
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.SILENT));
		this.cluster.time().advance(Duration.ofSeconds(4));
		this.cluster.nodes(0, 5).forEach((node) -> node.become(Behaviour.UNREACHABLE));
		this.cluster.time().advance(Duration.ofSeconds(12));
		assertIsValidAndKeepsOthersOut(lease);
	}

	@Test
	void aRaiseOnServersThatForgotDoesNotGiveATokenTwice() {
		Cluster p = new Cluster(3);
		Cluster r = p.anotherClient();
		String counter = Cluster.KEY + ":fence";
		p.server(0).put(counter, "90", Duration.ofDays(1));
		p.server(1).put(counter, "90", Duration.ofDays(1));
		p.server(2).put(counter, "91", Duration.ofDays(1));
		// P is granted 91 by server 0 and, late, 92 by server 1, which forgot nothing.
		p.node(1).answersAfter(Duration.ofMillis(1), Duration.ofMillis(40));
		p.node(2).become(Behaviour.UNREACHABLE);
		p.server(1).put(counter, "91", Duration.ofDays(1));
		CompletableFuture<Lease> first = p.start(Cluster.ONE_ATTEMPT.withFencing());
		p.time().advance(Duration.ofMillis(5));
		p.server(0).delete(Cluster.KEY);
		p.server(2).put(counter, "92", Duration.ofDays(1));
		p.server(0).put(counter, "92", Duration.ofDays(1));
		r.node(1).become(Behaviour.UNREACHABLE);
		Lease second = r.start(Cluster.ONE_ATTEMPT.withFencing()).join();
		p.node(2).answers();
		p.server(0).forgetAll();
		p.server(2).forgetAll();
		p.time().advance(Duration.ofMillis(100));
		assertThat(second.fencingToken()).hasValue(93);
		assertThat(p.time().passUntilDone(first.handle((lease, ex) -> lease)).join()).isNull();
	}

	private void assertIsValidAndKeepsOthersOut(Lease lease) {
		assertThat(lease.isValid()).isTrue();
		assertThat(this.cluster.anotherClient().failure(Cluster.ONE_ATTEMPT)).isInstanceOf(LockHeldException.class);
		assertThat(lease.isValid()).isTrue();
	}

}
