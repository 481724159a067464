package dev.redlock.quorum;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import dev.redlock.Lease;
import dev.redlock.LossReason;
import dev.redlock.RedlockListener.LossEvent;
import dev.redlock.RedlockListener.ReleaseEvent;
import dev.redlock.ReleaseOutcome;

/**
 * A lease that a quorum of nodes granted.
 */
final class QuorumLease implements Lease {

	private final Engine engine;

	private final Terms terms;

	private final String token;

	private final long mayHold;

	private final long acquiredAt;

	private final AtomicReference<State> state = new AtomicReference<>(State.HELD);

	private final AtomicReference<@Nullable ReleaseRound> release = new AtomicReference<>();

	private final AtomicInteger extensions = new AtomicInteger();

	private final CompletableFuture<LossReason> lost = new CompletableFuture<>();

	private volatile long validUntil;

	private volatile long longestTtlNanos;

	private volatile @Nullable LossReason loss;

	private volatile Timer.@Nullable Timeout expiry;

	QuorumLease(Engine engine, Terms terms, String token, long mayHold, long validUntil) {
		this.engine = engine;
		this.terms = terms;
		this.token = token;
		this.mayHold = mayHold;
		this.acquiredAt = engine.clock().nanos();
		this.validUntil = validUntil;
		this.longestTtlNanos = terms.ttlNanos();
	}

	/**
	 * Starts to watch the validity.
	 */
	void start() {
		this.expiry = this.engine.timer().after(Math.max(0, remainingNanos()), this::onTimer);
	}

	private void checkExpiry() {
		if (this.state.get() == State.HELD && remainingNanos() <= 0) {
			lose(LossReason.EXPIRED);
		}
	}

	private void onTimer() {
		checkExpiry();
		if (this.state.get() == State.HELD) {
			start();
		}
	}

	private void lose(LossReason reason) {
		if (this.state.compareAndSet(State.HELD, State.LOST)) {
			this.loss = reason;
			forgetExpiry();
			this.engine.listeners().onLoss(new LossEvent(this.terms.request(), reason, held()));
			this.engine.call(() -> this.lost.complete(reason));
		}
	}

	/**
	 * Returns why the lease was lost, or {@code null} if it was not.
	 */
	@Nullable LossReason loss() {
		checkExpiry();
		return this.loss;
	}

	@Override
	public Set<String> resources() {
		return this.terms.request().resources();
	}

	@Override
	public String token() {
		return this.token;
	}

	@Override
	public Duration remainingValidity() {
		return isValid() ? Duration.ofNanos(Math.max(0, remainingNanos())) : Duration.ZERO;
	}

	@Override
	public boolean isValid() {
		return this.state.get() == State.HELD && remainingNanos() > 0;
	}

	private long remainingNanos() {
		return this.validUntil - this.engine.clock().nanos();
	}

	@Override
	public OptionalLong fencingToken() {
		return OptionalLong.empty();
	}

	@Override
	public int extensions() {
		return this.extensions.get();
	}

	@Override
	public boolean extend(Duration ttl) {
		this.engine.settings().requireUsable(ttl);
		if (!isValid()) {
			checkExpiry();
			return false;
		}
		long ttlNanos = Terms.nanos(ttl);
		this.longestTtlNanos = Math.max(this.longestTtlNanos, ttlNanos);
		Extension.Result result = new Extension(this.engine, ttlNanos).start(this.terms.keys(), this.token).join();
		if (result.taken()) {
			lose(LossReason.TAKEN);
		}
		if (!result.confirmed()) {
			return false;
		}
		if (!isValid() || result.validUntil() - this.engine.clock().nanos() <= 0) {
			// Confirmed too late: nobody would release what was prolonged.
			this.engine.forgetKeys(this.terms.keys(), this.token, ttlNanos, this.mayHold);
			return false;
		}
		this.validUntil = result.validUntil();
		this.extensions.incrementAndGet();
		forgetExpiry();
		start();
		return true;
	}

	@Override
	public ReleaseOutcome release() {
		return releaseOnce().outcome().join();
	}

	@Override
	public CompletionStage<ReleaseOutcome> releaseAsync() {
		CompletableFuture<ReleaseOutcome> released = new CompletableFuture<>();
		releaseOnce().outcome().thenAccept((outcome) -> this.engine.call(() -> released.complete(outcome)));
		return released.minimalCompletionStage();
	}

	private ReleaseRound releaseOnce() {
		ReleaseRound mine = new ReleaseRound(this.engine);
		ReleaseRound first = this.release.compareAndExchange(null, mine);
		if (first != null) {
			return first;
		}
		checkExpiry();
		if (this.state.compareAndSet(State.HELD, State.RELEASED)) {
			forgetExpiry();
		}
		Duration held = held();
		mine.outcome()
			.thenAccept((outcome) -> this.engine.listeners()
				.onRelease(new ReleaseEvent(this.terms.request(), outcome, held)));
		this.engine.sendRelease(mine.round(), this.terms.keys(), this.token, this.longestTtlNanos, this.mayHold);
		return mine;
	}

	@Override
	public CompletionStage<LossReason> lost() {
		return this.lost.minimalCompletionStage();
	}

	@Override
	public void close() {
		release();
	}

	private void forgetExpiry() {
		Timer.Timeout timeout = this.expiry;
		if (timeout != null) {
			timeout.cancel();
		}
	}

	private Duration held() {
		return Duration.ofNanos(this.engine.clock().nanos() - this.acquiredAt);
	}

	@Override
	public String toString() {
		return "Lease" + this.terms.request().resources() + " " + this.state.get();
	}

	private enum State {

		HELD, RELEASED, LOST

	}

}
