package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The owner of a link, which counts what it is told.
 */
final class RecordingOwner implements LinkOwner {

	private final LongSupplier clock;

	private final List<Call> orphans = new ArrayList<>();

	private int late;

	private int probes;

	private int punctual;

	RecordingOwner(LongSupplier clock) {
		this.clock = clock;
	}

	List<Call> orphans() {
		return this.orphans;
	}

	int late() {
		return this.late;
	}

	int probes() {
		return this.probes;
	}

	int punctual() {
		return this.punctual;
	}

	@Override
	public void onEnd(Link link, @Nullable Throwable cause) {
	}

	@Override
	public void onLate() {
		this.late++;
	}

	@Override
	public void onCaughtUp(Link link) {
		if (link.punctuality().wantsProbe()) {
			this.probes++;
			link.send(Call.ping(this.clock.getAsLong()));
		}
	}

	@Override
	public void onPunctual() {
		this.punctual++;
	}

	@Override
	public void onOrphan(Call call, boolean written) {
		this.orphans.add(call);
	}

}
