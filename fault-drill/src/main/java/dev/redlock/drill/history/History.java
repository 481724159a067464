package dev.redlock.drill.history;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All that was held.
 *
 * @param possessions the possessions, in any order
 */
public record History(List<Possession> possessions) {

	/**
	 * Looks for all that must not be.
	 * @return the violations
	 */
	public List<Violation> violations() {
		List<Violation> violations = new ArrayList<>();
		this.possessions.stream().collect(Collectors.groupingBy(Possession::resource)).values().forEach((ofOne) -> {
			for (Rule rule : Rule.values()) {
				rule.check(ofOne, violations);
			}
		});
		return violations;
	}

	/**
	 * Returns how many leases were held; one may be of several resources.
	 * @return the number of leases
	 */
	public long leases() {
		return this.possessions.stream().map(Possession::holder).distinct().count();
	}

	/**
	 * Returns how many leases had a fencing token.
	 * @return the number of leases
	 */
	public long fencedLeases() {
		return this.possessions.stream()
			.filter((possession) -> possession.fencingToken() != null)
			.map(Possession::holder)
			.distinct()
			.count();
	}

	/**
	 * Returns how many leases were of more than one resource.
	 * @return the number of leases
	 */
	public long leasesOfSeveral() {
		return this.possessions.stream()
			.collect(Collectors.groupingBy(Possession::holder, Collectors.counting()))
			.values()
			.stream()
			.filter((count) -> count > 1)
			.count();
	}

}
