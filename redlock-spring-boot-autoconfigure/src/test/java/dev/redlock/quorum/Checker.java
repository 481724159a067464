package dev.redlock.quorum;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.redlock.Lease;

/**
 * Looks at a history from outside, as somebody who sees all clients at once:
 * <ol>
 * <li>never two valid leases on one resource;</li>
 * <li>fencing tokens strictly increase: a lease gets a greater one than each lease that
 * was granted before the attempt started that got it, and no token is given twice. While
 * mutual exclusion holds that is the order of the grants.</li>
 * </ol>
 * What was violated is thrown at the end, since the locks survive what listeners throw.
 */
final class Checker {

	private final VirtualTime time;

	private final boolean exclusive;

	private final List<Lease> leases = new ArrayList<>();

	private final Map<String, Long> attempts = new HashMap<>();

	private final Set<String> granted = new HashSet<>();

	private final Map<String, List<Fenced>> fenced = new HashMap<>();

	private final List<String> violations = new ArrayList<>();

	private int overlaps;

	private long order;

	/**
	 * Creates a checker.
	 * @param time the time of the history
	 * @param exclusive whether the timing assumptions hold
	 */
	Checker(VirtualTime time, boolean exclusive) {
		this.time = time;
		this.exclusive = exclusive;
	}

	/**
	 * An attempt sends its first command.
	 */
	void attempted(String token) {
		this.attempts.putIfAbsent(token, this.order++);
	}

	/**
	 * A client gets a lease.
	 */
	void granted(Lease lease) {
		this.granted.add(lease.token());
		this.leases.add(lease);
		checkValidLeases();
		lease.fencingToken().ifPresent((fence) -> {
			for (String resource : lease.resources()) {
				checkFence(resource, fence, this.attempts.get(lease.token()));
			}
		});
	}

	private void checkFence(String resource, long fence, long startedAt) {
		List<Fenced> earlier = this.fenced.computeIfAbsent(resource, (key) -> new ArrayList<>());
		for (Fenced other : earlier) {
			boolean before = this.exclusive || other.grantedAt() < startedAt;
			if (fence == other.fence()) {
				violated("the fencing token " + fence + " of " + resource + " was given twice");
			}
			else if (before && fence < other.fence()) {
				violated("the fencing token " + fence + " of " + resource + " came after " + other.fence());
			}
		}
		earlier.add(new Fenced(fence, this.order++));
	}

	boolean wasGranted(String token) {
		return this.granted.contains(token);
	}

	/**
	 * Checks that no resource has two valid leases right now.
	 */
	void checkValidLeases() {
		Set<String> locked = new HashSet<>();
		this.leases.removeIf((lease) -> !lease.isValid());
		for (Lease lease : this.leases) {
			for (String resource : lease.resources()) {
				if (!locked.add(resource)) {
					this.overlaps++;
					if (this.exclusive) {
						violated("two leases of " + resource + " are valid");
					}
				}
			}
		}
	}

	void violated(String what) {
		this.violations.add(what + " at " + this.time.elapsed());
	}

	/**
	 * Returns what went wrong, in order.
	 */
	List<String> violations() {
		return this.violations;
	}

	int grants() {
		return this.granted.size();
	}

	/**
	 * Returns how often two leases were seen to be valid at once.
	 */
	int overlaps() {
		return this.overlaps;
	}

	private record Fenced(long fence, long grantedAt) {
	}

}
