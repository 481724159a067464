package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.redlock.LockRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many random histories of three clients with nodes that fail in all ways: never two
 * valid leases, and in the end nothing left.
 */
class MutualExclusionTests {

	private static final Behaviour[] BEHAVIOURS = { Behaviour.ANSWERING, Behaviour.ANSWERING, Behaviour.ANSWERING,
			Behaviour.SILENT, Behaviour.PAUSED, Behaviour.UNREACHABLE, Behaviour.BREAKING_BEFORE_THE_SERVER,
			Behaviour.BREAKING_AFTER_THE_SERVER, Behaviour.QUARANTINED, Behaviour.FAILING_AFTER_DOING };

	@Test
	void atMostOneLeaseIsValidAtATime() {
		int acquired = 0;
		for (int seed = 0; seed < 300; seed++) {
			acquired += new RandomHistory(seed).play();
		}
		assertThat(acquired).isGreaterThan(1000);
	}

	private static final class RandomHistory {

		private final int seed;

		private final Random random;

		private final List<Cluster> clients = new ArrayList<>();

		private final List<@Nullable CompletableFuture<QuorumLease>> leases = new ArrayList<>();

		private int acquired;

		RandomHistory(int seed) {
			this.seed = seed;
			this.random = new Random(seed);
			this.clients.add(new Cluster(1 + seed % 5));
			this.clients.add(this.clients.get(0).anotherClient());
			this.clients.add(this.clients.get(0).anotherClient());
			this.clients.forEach((client) -> this.leases.add(null));
		}

		int play() {
			for (int step = 0; step < 200; step++) {
				int client = this.random.nextInt(3);
				switch (this.random.nextInt(4)) {
					case 0 -> disturb(this.clients.get(client));
					case 1 -> this.clients.get(client).nodes().forEach(ScriptedNode::answers);
					default -> turn(client);
				}
				this.clients.get(0).time().advance(Duration.ofNanos(this.random.nextInt(15_000_000)));
				assertThat(valid()).as("seed %d, step %d", this.seed, step).isLessThanOrEqualTo(1);
			}
			end();
			return this.acquired;
		}

		private void disturb(Cluster client) {
			ScriptedNode node = client.node(this.random.nextInt(client.nodes().size()));
			if (this.random.nextBoolean()) {
				node.answersAfter(Duration.ofMillis(this.random.nextInt(40)),
						Duration.ofMillis(this.random.nextInt(40)));
			}
			else {
				node.become(BEHAVIOURS[this.random.nextInt(BEHAVIOURS.length)]);
			}
		}

		private void turn(int client) {
			CompletableFuture<QuorumLease> lease = this.leases.get(client);
			if (lease == null) {
				Duration ttl = this.random.nextBoolean() ? Duration.ofMillis(100) : Duration.ofSeconds(60);
				LockRequest request = Cluster.PATIENT.withTtl(ttl)
					.withWaitTime(Duration.ofMillis(this.random.nextInt(300)));
				this.leases.set(client, this.clients.get(client).start(request, this.random));
			}
			else if (lease.isDone()) {
				lease.thenAccept((granted) -> {
					this.acquired++;
					granted.releaseAsync();
				});
				this.leases.set(client, null);
			}
		}

		private long valid() {
			return this.leases.stream()
				.filter((lease) -> lease != null && lease.isDone() && !lease.isCompletedExceptionally())
				.filter((lease) -> lease != null && lease.join().isValid())
				.count();
		}

		private void end() {
			VirtualTime time = this.clients.get(0).time();
			time.advance(Duration.ofMillis(500));
			this.leases.forEach((lease) -> {
				if (lease != null) {
					lease.thenAccept(QuorumLease::releaseAsync);
				}
			});
			this.clients.forEach((client) -> client.nodes().forEach(ScriptedNode::answers));
			time.advance(Duration.ofMillis(100));
			assertThat(this.clients.get(0).values(Cluster.KEY)).as("seed %d", this.seed).isEmpty();
		}

	}

}
