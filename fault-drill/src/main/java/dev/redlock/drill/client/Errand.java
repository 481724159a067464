package dev.redlock.drill.client;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

import dev.redlock.LockRequest;

/**
 * For what a lock is taken once.
 *
 * @param request what is asked for
 * @param manner how
 * @param hold for how long it is needed
 * @param extendAfter when it is extended by hand, {@link Duration#ZERO} if never
 */
record Errand(LockRequest request, Manner manner, Duration hold, Duration extendAfter) {

	private static final List<String> RESOURCES = List.of("drill:0", "drill:1", "drill:2", "drill:3");

	private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

	private static final Duration LONGEST_SHORT_HOLD = Duration.ofMillis(12);

	private static final Duration LONGEST_COMMON_HOLD = Duration.ofMillis(60);

	private static final Duration SHORTEST_TTL = Duration.ofMillis(300);

	/**
	 * Makes one up.
	 * @param random decides
	 * @param maxTtl the longest ttl that may be asked for
	 * @return the errand
	 */
	static Errand random(Random random, Duration maxTtl) {
		Duration ttl = ttl(random, maxTtl);
		boolean renewed = oneIn(8, random);
		LockRequest request = LockRequest.of(resources(random))
			.withTtl(ttl)
			.withWaitTime(oneIn(4, random) ? Duration.ZERO : upTo(LONGEST_WAIT, random))
			.withAutoExtend(renewed);
		if (random.nextBoolean()) {
			request = request.withFencing();
		}
		if (oneIn(25, random)) {
			request = request.withHoldAtLeast(upTo(ttl.dividedBy(2), random));
		}
		Duration hold = hold(ttl, renewed, random);
		return new Errand(request, Manner.random(random), hold, oneIn(12, random) ? upTo(hold, random) : Duration.ZERO);
	}

	/**
	 * Returns this errand by somebody who goes on after the lease has ended.
	 * @param overstay for how long
	 * @return an errand that takes longer than the lease lasts
	 */
	Errand overstayed(Duration overstay) {
		Duration ttl = Objects.requireNonNull(this.request.ttl());
		return new Errand(this.request.withAutoExtend(false), this.manner, ttl.plus(overstay), Duration.ZERO);
	}

	static Duration ttl(Random random, Duration maxTtl) {
		return SHORTEST_TTL.plus(upTo(maxTtl.minus(SHORTEST_TTL), random));
	}

	// Most of them are alone, so that the resources are often free.
	private static Set<String> resources(Random random) {
		int count = oneIn(8, random) ? 2 + random.nextInt(2) : 1;
		Set<String> resources = new LinkedHashSet<>();
		while (resources.size() < count) {
			resources.add(RESOURCES.get(random.nextInt(RESOURCES.size())));
		}
		return resources;
	}

	// Some hold it for longer than it lasts, and those must notice.
	private static Duration hold(Duration ttl, boolean renewed, Random random) {
		if (oneIn(renewed ? 8 : 30, random)) {
			return upTo(ttl.multipliedBy(renewed ? 3 : 2), random);
		}
		return upTo(oneIn(4, random) ? LONGEST_COMMON_HOLD : LONGEST_SHORT_HOLD, random);
	}

	private static Duration upTo(Duration longest, Random random) {
		return Duration.ofNanos((long) (longest.toNanos() * random.nextDouble()));
	}

	private static boolean oneIn(int count, Random random) {
		return random.nextInt(count) == 0;
	}

}
