package dev.redlock.quorum;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.RedlockListener;

/**
 * Remembers what it was told.
 */
final class RecordingListener implements RedlockListener {

	private final List<AcquireEvent> acquires = new ArrayList<>();

	private final List<RoundEvent> rounds = new ArrayList<>();

	private final List<ExtendEvent> extensions = new ArrayList<>();

	private final List<ReleaseEvent> releases = new ArrayList<>();

	private final List<LossEvent> losses = new ArrayList<>();

	@Override
	public synchronized void onAcquire(AcquireEvent event) {
		this.acquires.add(event);
	}

	@Override
	public synchronized void onRound(RoundEvent event) {
		this.rounds.add(event);
	}

	@Override
	public synchronized void onExtend(ExtendEvent event) {
		this.extensions.add(event);
	}

	@Override
	public synchronized void onRelease(ReleaseEvent event) {
		this.releases.add(event);
	}

	@Override
	public synchronized void onLoss(LossEvent event) {
		this.losses.add(event);
	}

	synchronized List<AcquireEvent> acquires() {
		return List.copyOf(this.acquires);
	}

	synchronized List<AcquireOutcome> acquireOutcomes() {
		return this.acquires.stream().map(AcquireEvent::outcome).toList();
	}

	synchronized List<RoundEvent> rounds() {
		return List.copyOf(this.rounds);
	}

	synchronized List<ExtendEvent> extensions() {
		return List.copyOf(this.extensions);
	}

	synchronized List<ReleaseEvent> releases() {
		return List.copyOf(this.releases);
	}

	synchronized List<LossEvent> losses() {
		return List.copyOf(this.losses);
	}

}
