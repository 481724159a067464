package dev.redlock.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.RedlockListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Listeners that want to know when the very lease ends whose begin they were told of.
 */
class LeaseEndTests {

	private final Ends ends = new Ends();

	private final Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, this.ends);

	@Test
	void aReleasedLeaseEndsOnceWithTheTimeThatItWasHeld() {
		Lease lease = this.cluster.acquire();
		this.cluster.time().advance(Duration.ofSeconds(2));
		assertThat(this.ends.toString()).isEqualTo("[1 begins]");
		lease.close();
		lease.close();
		assertThat(this.ends.toString()).isEqualTo("[1 begins, 1 ends after PT2S]");
	}

	@Test
	void aLostLeaseEndsWithItsLossAndNotAgainWithItsRelease() {
		Lease lease = this.cluster.acquire();
		this.cluster.time().advance(Cluster.TTL.multipliedBy(3));
		lease.close();
		assertThat(this.ends.toString()).isEqualTo("[1 begins, 1 ends after " + Cluster.FULL_VALIDITY + "]");
	}

	@Test
	void leasesOfOneRequestEndEachOnItsOwn() {
		this.cluster.acquire(Cluster.ONE_ATTEMPT.withResources(List.of("a")));
		Lease second = this.cluster.acquire(Cluster.ONE_ATTEMPT.withResources(List.of("b")));
		second.close();
		assertThat(this.ends.toString()).isEqualTo("[1 begins, 2 begins, 2 ends after PT0S]");
	}

	@Test
	void aLeaseThatWasTakenOverBeginsAndEndsAsWell() {
		Lease lease = this.cluster.acquire();
		this.cluster.redlock().adopt(Cluster.KEY, lease.token(), Cluster.TTL).close();
		assertThat(this.ends.toString()).isEqualTo("[1 begins, 2 begins, 2 ends after PT0S]");
	}

	@Test
	void theEndOfTheApplicationEndsLeases() {
		this.cluster.acquire();
		this.cluster.redlock().close();
		assertThat(this.ends.toString()).isEqualTo("[1 begins, 1 ends after PT0S]");
	}

	@Test
	void anAcquireThatWasRefusedBeginsNothing() {
		this.cluster.holdByAnother(0, 5);
		this.cluster.failure(Cluster.ONE_ATTEMPT);
		CompletableFuture<Lease> cancelled = this.cluster.start(Cluster.PATIENT);
		cancelled.cancel(true);
		assertThat(this.ends.toString()).isEqualTo("[]");
	}

	@Test
	void aListenerThatThrowsKeepsNobodyElseFromKnowing() {
		Ends last = new Ends();
		Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, new ThrowsAtTheBegin(), this.ends,
				new ThrowsAtTheEnd(), new Silent(), last);
		cluster.acquire().close();
		assertThat(this.ends.toString()).isEqualTo("[1 begins, 1 ends after PT0S]").isEqualTo(last.toString());
		assertThat(cluster.values(Cluster.KEY)).isEmpty();
	}

	/**
	 * Gives each lease a number.
	 */
	private static final class Ends implements RedlockListener {

		private final List<String> told = new ArrayList<>();

		private int count;

		@Override
		public LeaseEnd onHold(HoldEvent event) {
			assertThat(event.request()).isInstanceOf(LockRequest.class);
			int number = ++this.count;
			this.told.add(number + " begins");
			return (held) -> this.told.add(number + " ends after " + held);
		}

		@Override
		public String toString() {
			return this.told.toString();
		}

	}

	private static final class ThrowsAtTheBegin implements RedlockListener {

		@Override
		public LeaseEnd onHold(HoldEvent event) {
			throw new IllegalStateException("of the listener");
		}

	}

	private static final class ThrowsAtTheEnd implements RedlockListener {

		@Override
		public LeaseEnd onHold(HoldEvent event) {
			return (held) -> {
				throw new NoClassDefFoundError("of the listener");
			};
		}

	}

	private static final class Silent implements RedlockListener {

	}

}
