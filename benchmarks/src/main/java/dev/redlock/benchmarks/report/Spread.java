package dev.redlock.benchmarks.report;

import java.util.Collection;
import java.util.Locale;

/**
 * A value over several turns.
 *
 * @param median the median
 * @param min the least
 * @param max the most
 */
record Spread(double median, double min, double max) {

	static Spread of(Collection<Double> values) {
		double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
		int middle = sorted.length / 2;
		double median = (sorted.length % 2 == 1) ? sorted[middle] : ((sorted[middle - 1] + sorted[middle]) / 2);
		return new Spread(median, sorted[0], sorted[sorted.length - 1]);
	}

	static String format(double value) {
		if (Double.isNaN(value)) {
			return "-";
		}
		double size = Math.abs(value);
		String pattern = (size >= 100 || size == 0) ? "%,.0f"
				: ((size >= 10) ? "%.1f" : ((size >= 0.1) ? "%.2f" : "%.4f"));
		return String.format(Locale.ROOT, pattern, value);
	}

	@Override
	public String toString() {
		return (this.min == this.max) ? format(this.median)
				: (format(this.median) + " (" + format(this.min) + " .. " + format(this.max) + ")");
	}

}
