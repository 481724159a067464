package dev.redlock.quorum;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.LossReason;
import dev.redlock.RedlockListener;
import dev.redlock.RedlockListener.AcquireEvent;
import dev.redlock.RedlockListener.AcquireOutcome;
import dev.redlock.RedlockListener.Operation;
import dev.redlock.RedlockListener.ReleaseEvent;
import dev.redlock.RedlockListener.RoundEvent;
import dev.redlock.RedlockListener.RoundOutcome;
import dev.redlock.ReleaseOutcome;

import static org.assertj.core.api.Assertions.assertThat;

class ListenerTests {

	private static final LockRequest REQUEST = Cluster.ONE_ATTEMPT.withName("orders");

	private final Cluster cluster = new Cluster(5);

	@Test
	void anAcquireIsToldWithItsNameAndItsTime() {
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(7), Duration.ofMillis(3)));
		this.cluster.acquire(REQUEST);
		assertThat(this.cluster.events().acquires())
			.containsExactly(new AcquireEvent(REQUEST, AcquireOutcome.ACQUIRED, Duration.ofMillis(10)));
	}

	@Test
	void aWholeAcquireIsOneEventHoweverManyAttemptsItTook() {
		this.cluster.holdByAnother(0, 5);
		Duration waited = this.cluster.failure(Cluster.PATIENT).getWaited();
		assertThat(this.cluster.events().acquires())
			.containsExactly(new AcquireEvent(Cluster.PATIENT, AcquireOutcome.HELD, waited));
		assertThat(this.cluster.events().rounds()).hasSizeGreaterThan(10)
			.containsOnly(new RoundEvent(Operation.ACQUIRE, RoundOutcome.REFUSED, Duration.ZERO));
	}

	@Test
	void aMissingQuorumIsToldAsUnavailable() {
		this.cluster.nodes(0, 3).forEach((node) -> node.become(Behaviour.PAUSED));
		this.cluster.failure(REQUEST);
		assertThat(this.cluster.events().acquires())
			.containsExactly(new AcquireEvent(REQUEST, AcquireOutcome.UNAVAILABLE, ScriptedNode.NODE_TIMEOUT));
		assertThat(this.cluster.events().rounds())
			.containsExactly(new RoundEvent(Operation.ACQUIRE, RoundOutcome.UNAVAILABLE, ScriptedNode.NODE_TIMEOUT));
	}

	@Test
	void aCancelledAcquireIsToldAsInterrupted() {
		this.cluster.nodes().forEach((node) -> node.become(Behaviour.PAUSED));
		CompletableFuture<Lease> future = this.cluster.start(REQUEST);
		this.cluster.time().advance(Duration.ofMillis(20));
		future.cancel(true);
		this.cluster.time().advance(Duration.ofMillis(100));
		assertThat(this.cluster.events().acquires())
			.containsExactly(new AcquireEvent(REQUEST, AcquireOutcome.INTERRUPTED, Duration.ofMillis(20)));
	}

	@Test
	void aReleaseIsToldWithTheTimeThatTheLeaseWasHeld() {
		Lease lease = this.cluster.acquire(REQUEST);
		this.cluster.time().advance(Duration.ofSeconds(2));
		this.cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(5), Duration.ZERO));
		lease.releaseAsync();
		this.cluster.time().advance(Duration.ofMillis(5));
		assertThat(this.cluster.events().releases())
			.containsExactly(new ReleaseEvent(REQUEST, ReleaseOutcome.RELEASED, Duration.ofSeconds(2)));
		assertThat(this.cluster.events().rounds())
			.contains(new RoundEvent(Operation.RELEASE, RoundOutcome.REACHED, Duration.ofMillis(5)));
	}

	@Test
	void anExtensionIsToldAsARound() {
		this.cluster.acquire(REQUEST).extend(Cluster.TTL);
		assertThat(this.cluster.events().rounds()).containsExactly(
				new RoundEvent(Operation.ACQUIRE, RoundOutcome.REACHED, Duration.ZERO),
				new RoundEvent(Operation.EXTEND, RoundOutcome.REACHED, Duration.ZERO));
	}

	@Test
	void theReleasesOfALostAttemptAreNotToldAsReleases() {
		this.cluster.holdByAnother(0, 5);
		this.cluster.failure(REQUEST);
		assertThat(this.cluster.events().releases()).isEmpty();
		assertThat(this.cluster.events().rounds()).extracting(RoundEvent::operation).containsExactly(Operation.ACQUIRE);
	}

	@Test
	void aListenerThatThrowsBreaksNothingAndIsLoggedOnce() {
		Logger logger = (Logger) LoggerFactory.getLogger(Listeners.class);
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		logger.addAppender(log);
		logger.setAdditive(false);
		try {
			letListenerThrow();
		}
		finally {
			logger.setAdditive(true);
			logger.detachAppender(log);
		}
		assertThat(log.list).filteredOn((event) -> event.getLevel().isGreaterOrEqual(Level.WARN))
			.singleElement()
			.satisfies((event) -> assertThat(event.getFormattedMessage()).contains("ThrowingListener"));
	}

	@Test
	void anErrorOfAListenerBreaksNothingEither() {
		RedlockListener failing = (RedlockListener) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { RedlockListener.class }, (proxy, method, args) -> {
					throw new AssertionError("of the listener");
				});
		Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, failing);
		Lease lease = cluster.acquire(REQUEST);
		assertThat(lease.extend(Cluster.TTL)).isTrue();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(cluster.acquire(REQUEST).release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(cluster.redlock().heldLeases()).isEmpty();
	}

	@Test
	void aGrantThatCameTooLateIsToldAsUnavailable() {
		Cluster cluster = new Cluster(5);
		cluster.nodes().forEach((node) -> node.answersAfter(Duration.ofMillis(30), Duration.ZERO));
		cluster.failure(Cluster.ONE_ATTEMPT.withTtl(Duration.ofMillis(20)));
		assertThat(cluster.events().rounds()).first()
			.extracting(RoundEvent::outcome)
			.isEqualTo(RoundOutcome.UNAVAILABLE);
	}

	private static void letListenerThrow() {
		Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, new ThrowingListener());
		Lease lease = cluster.acquire(REQUEST);
		assertThat(lease.extend(Cluster.TTL)).isTrue();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(cluster.values(Cluster.KEY)).isEmpty();
		Lease lost = cluster.acquire(REQUEST);
		cluster.time().advance(Cluster.FULL_VALIDITY);
		assertThat(lost.lost().toCompletableFuture()).isCompletedWithValue(LossReason.EXPIRED);
		lost.close();
		cluster.holdByAnother(0, 5);
		cluster.failure(Cluster.PATIENT);
		assertThat(cluster.events().acquireOutcomes()).containsExactly(AcquireOutcome.ACQUIRED, AcquireOutcome.ACQUIRED,
				AcquireOutcome.HELD);
		assertThat(cluster.events().releases()).hasSize(2);
		assertThat(cluster.events().losses()).hasSize(1);
	}

	private static final class ThrowingListener implements RedlockListener {

		@Override
		public void onAcquire(AcquireEvent event) {
			throw new IllegalStateException("of the listener");
		}

		@Override
		public void onRound(RoundEvent event) {
			throw new IllegalStateException("of the listener");
		}

		@Override
		public void onRelease(ReleaseEvent event) {
			throw new IllegalStateException("of the listener");
		}

		@Override
		public void onLoss(LossEvent event) {
			throw new IllegalStateException("of the listener");
		}

	}

}
