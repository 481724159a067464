package dev.redlock.quorum;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.NodeVote;
import dev.redlock.NodeVote.Verdict;
import dev.redlock.ReleaseOutcome;
import dev.redlock.node.NodeReply;

import static org.assertj.core.api.Assertions.assertThat;

class S12ForeignValueTests {

	private final Cluster cluster = new Cluster(5);

	static Stream<Named<Consumer<ScriptedServer>>> foreignValues() {
		return Stream.of(Named.of("a value with a ttl", (server) -> server.put(Cluster.KEY, "x", Duration.ofHours(1))),
				Named.of("a value without a ttl", (server) -> server.put(Cluster.KEY, "x")),
				Named.of("an empty value", (server) -> server.put(Cluster.KEY, "")),
				Named.of("a hash", (server) -> server.putHash(Cluster.KEY)),
				Named.of("a token of somebody else", (server) -> server.put(Cluster.KEY, new TokenSource().next())));
	}

	@ParameterizedTest
	@MethodSource("foreignValues")
	void anyOtherValueMeansHeldAndIsLeftAlone(Consumer<ScriptedServer> setter) {
		for (int i = 0; i < 5; i++) {
			setter.accept(this.cluster.server(i));
		}
		String value = this.cluster.server(0).get(Cluster.KEY);
		assertThat(this.cluster.failure(Cluster.PATIENT)).isInstanceOfSatisfying(LockHeldException.class,
				(failure) -> assertThat(failure.getVotes()).extracting(NodeVote::verdict).contains(Verdict.HELD));
		assertThat(this.cluster.server(0).exists(Cluster.KEY)).isTrue();
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isEqualTo(value);
	}

	@ParameterizedTest
	@MethodSource("foreignValues")
	void aForeignValueOnAMinorityIsLeftAlone(Consumer<ScriptedServer> setter) {
		setter.accept(this.cluster.server(0));
		setter.accept(this.cluster.server(1));
		String value = this.cluster.server(0).get(Cluster.KEY);
		Duration ttl = this.cluster.server(0).ttl(Cluster.KEY);
		Lease lease = this.cluster.acquire();
		assertThat(lease.extend(Cluster.TTL)).isTrue();
		assertThat(this.cluster.server(0).ttl(Cluster.KEY)).isEqualTo(ttl);
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(this.cluster.server(0).exists(Cluster.KEY)).isTrue();
		assertThat(this.cluster.server(0).get(Cluster.KEY)).isEqualTo(value);
		assertThat(this.cluster.server(2).exists(Cluster.KEY)).isFalse();
	}

	@ParameterizedTest
	@MethodSource("foreignValues")
	void aForeignValueThatCameLaterIsNotDeleted(Consumer<ScriptedServer> setter) {
		Lease lease = this.cluster.acquire();
		for (int i = 0; i < 5; i++) {
			setter.accept(this.cluster.server(i));
		}
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.TAKEN);
		assertThat(this.cluster.nodes()).allSatisfy((node) -> {
			assertThat(node.server().exists(Cluster.KEY)).isTrue();
			assertThat(node.send(this.cluster.node(0).received().get(0)).toCompletableFuture().join().kind())
				.isEqualTo(NodeReply.Kind.FOREIGN);
		});
	}

}
