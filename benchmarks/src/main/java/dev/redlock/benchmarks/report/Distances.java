package dev.redlock.benchmarks.report;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.redlock.benchmarks.CoreDistance;
import dev.redlock.benchmarks.Sample;

/**
 * How far apart the cores were during a run.
 */
final class Distances {

	// A single reading can be half of what all others are.
	private static final int FEW_OF = 20;

	private final List<CoreDistance> all;

	private final CoreDistance nearest;

	Distances(List<Sample> samples) {
		this.all = samples.stream().map(Sample::cores).filter(Objects::nonNull).toList();
		double[] steady = this.all.stream()
			.filter(CoreDistance::isSteady)
			.mapToDouble(CoreDistance::beforeNanos)
			.sorted()
			.toArray();
		double near = (steady.length > 0) ? steady[steady.length / FEW_OF] : 0;
		this.nearest = new CoreDistance(near, near);
	}

	/**
	 * Returns whether the cores were about as near to each other as they ever were.
	 */
	boolean isNear(Sample sample) {
		CoreDistance cores = sample.cores();
		return cores != null && isNear(cores);
	}

	private boolean isNear(CoreDistance cores) {
		return cores.isLike(this.nearest) || (cores.isSteady() && cores.beforeNanos() < this.nearest.beforeNanos());
	}

	/**
	 * Returns whether the cores were not, but stayed where they were.
	 */
	boolean isFar(Sample sample) {
		CoreDistance cores = sample.cores();
		return cores != null && cores.isSteady() && !isNear(cores);
	}

	/**
	 * Returns whether the machine was not the same all the time.
	 */
	boolean vary() {
		return far().findAny().isPresent();
	}

	@Override
	public String toString() {
		long moved = this.all.stream().filter((cores) -> !cores.isSteady()).count();
		return text("near each other", this.all.stream().filter(this::isNear))
				+ (vary() ? ", " + text("far", far()) : "") + ", and moved during " + moved;
	}

	private Stream<CoreDistance> far() {
		return this.all.stream().filter((cores) -> cores.isSteady() && !isNear(cores));
	}

	private static String text(String where, Stream<CoreDistance> distances) {
		DoubleSummaryStatistics nanos = distances.mapToDouble(CoreDistance::beforeNanos).summaryStatistics();
		return "%s (%.0f to %.0f ns) during %d %s".formatted(where, nanos.getMin(), nanos.getMax(), nanos.getCount(),
				(nanos.getCount() == 1) ? "turn" : "turns");
	}

}
