package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

import dev.redlock.node.NodeCommand.Release;

/**
 * The owner of a link, which counts what it is told.
 */
final class RecordingOwner implements LinkOwner {

	private final LongSupplier clock;

	private final List<Call> orphans = new CopyOnWriteArrayList<>();

	private final List<Call> unanswered = new ArrayList<>();

	private final List<Call> refused = new ArrayList<>();

	private final List<Call> paid = new ArrayList<>();

	private final List<Release> owed = new ArrayList<>();

	private final List<JedisDataException> refusals = new ArrayList<>();

	private int late;

	private int probes;

	private int punctual;

	private int replicas;

	private @Nullable Error failure;

	private Runnable atTheNextOrphan = () -> {
	};

	RecordingOwner(LongSupplier clock) {
		this.clock = clock;
	}

	/**
	 * Fails the next time that it is told of the server.
	 */
	void fail(Error failure) {
		this.failure = failure;
	}

	/**
	 * Has something done the next time that it is told of a call that will never be
	 * answered, before it takes note of that.
	 */
	void atTheNextOrphan(Runnable action) {
		this.atTheNextOrphan = action;
	}

	private void failIfToldTo() {
		Error failure = this.failure;
		this.failure = null;
		if (failure != null) {
			throw failure;
		}
	}

	List<Call> orphans() {
		return this.orphans;
	}

	/**
	 * Returns the orphans that may have been written.
	 */
	List<Call> unanswered() {
		return this.unanswered;
	}

	List<Call> refused() {
		return this.refused;
	}

	List<Call> paid() {
		return this.paid;
	}

	@Override
	public void onRefusal(JedisDataException refusal) {
		this.refusals.add(refusal);
	}

	List<JedisDataException> refusals() {
		return this.refusals;
	}

	int late() {
		return this.late;
	}

	int probes() {
		return this.probes;
	}

	int replicas() {
		return this.replicas;
	}

	int punctual() {
		return this.punctual;
	}

	@Override
	public void onEnd(Link link, @Nullable Throwable cause) {
	}

	@Override
	public void onLate() {
		failIfToldTo();
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
		failIfToldTo();
		this.punctual++;
	}

	@Override
	public void onReplica() {
		this.replicas++;
	}

	@Override
	public void onRefused(Call release) {
		this.refused.add(release);
	}

	@Override
	public void onOwed(Release release) {
		this.owed.add(release);
	}

	List<Release> owed() {
		return this.owed;
	}

	@Override
	public void onPaid(Call payment) {
		this.paid.add(payment);
	}

	@Override
	public void onOrphan(Call call, boolean written) {
		Runnable action = this.atTheNextOrphan;
		this.atTheNextOrphan = () -> {
		};
		action.run();
		this.orphans.add(call);
		if (written) {
			this.unanswered.add(call);
		}
	}

}
