package dev.redlock.benchmarks.scenario;

import java.util.Map;

import org.HdrHistogram.Histogram;

/**
 * A histogram of times. Not thread-safe.
 */
final class Latencies {

	// One minute in nanoseconds; 1% of resolution.
	private final Histogram histogram = new Histogram(60_000_000_000L, 2);

	void record(long nanos) {
		this.histogram.recordValue(Math.min(nanos, this.histogram.getHighestTrackableValue()));
	}

	void add(Latencies other) {
		this.histogram.add(other.histogram);
	}

	long count() {
		return this.histogram.getTotalCount();
	}

	double micros(double percentile) {
		return this.histogram.getValueAtPercentile(percentile) / 1e3;
	}

	double maxMicros() {
		return this.histogram.getMaxValue() / 1e3;
	}

	void putPercentiles(String name, Map<String, Double> values) {
		if (count() > 0) {
			values.put(name + "_p50_us", micros(50));
			values.put(name + "_p99_us", micros(99));
		}
	}

}
