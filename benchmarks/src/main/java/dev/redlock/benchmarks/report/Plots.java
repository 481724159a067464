package dev.redlock.benchmarks.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import org.jfree.chart.JFreeChart;
import org.jfree.data.category.DefaultCategoryDataset;

import dev.redlock.benchmarks.Sample;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.scenario.Scenario;

/**
 * The plots.
 */
final class Plots {

	private final Figures figures;

	private final Path directory;

	private final List<String> written = new ArrayList<>();

	Plots(Figures figures, Path directory) {
		this.figures = figures;
		this.directory = directory;
	}

	static String prefix(String scenario) {
		return scenario.replaceAll("[^a-z0-9]+", "-");
	}

	List<String> write() throws IOException {
		String distinct = Scenario.DISTINCT_KEYS.title();
		nearLines(distinct, "throughput", "acquire + release cycles per second, five nodes unless the name says one",
				"cycles_per_s");
		nearLines(distinct, "latency", "acquire, median in microseconds", "acquire_p50_us");
		String hot = Scenario.HOT_KEY.title();
		bars(hot, "hand-over-p50", "from release to the next acquire, median in microseconds",
				this.figures.variants(hot), "hand_over_p50_us");
		bars(hot, "hand-over-p99", "from release to the next acquire, p99 in microseconds", this.figures.variants(hot),
				"hand_over_p99_us");
		String counts = Scenario.NODE_COUNTS.title();
		lines(counts, "1-thread", "cycles per second by number of nodes, 1 thread", endingWith(counts, ", 1 thread"),
				"cycles_per_s");
		lines(counts, "64-threads", "cycles per second by number of nodes, 64 threads",
				endingWith(counts, ", 64 threads"), "cycles_per_s");
		sickNode();
		leases();
		return this.written;
	}

	private List<String> endingWith(String scenario, String end) {
		return this.figures.variants(scenario).stream().filter((variant) -> variant.endsWith(end)).toList();
	}

	private void lines(String scenario, String suffix, String title, List<String> variants, String name)
			throws IOException {
		save(scenario, suffix, Charts.lines(title, data(scenario, variants, name, (turn) -> true)));
	}

	// A median over both would show where the cores were, not what the contenders do.
	private void nearLines(String scenario, String suffix, String title, String name) throws IOException {
		Distances distances = this.figures.distances();
		String where = distances.vary() ? (title + ", cores near") : title;
		save(scenario, suffix,
				Charts.lines(where, data(scenario, this.figures.variants(scenario), name, distances::isNear)));
	}

	private void bars(String scenario, String suffix, String title, List<String> variants, String name)
			throws IOException {
		save(scenario, suffix, Charts.bars(title, data(scenario, variants, name, (turn) -> true)));
	}

	private DefaultCategoryDataset data(String scenario, List<String> variants, String name, Predicate<Sample> which) {
		DefaultCategoryDataset data = new DefaultCategoryDataset();
		for (Kind kind : Kind.values()) {
			for (String variant : variants) {
				put(data, this.figures.value(scenario, variant, kind.title(), name, which), kind.title(), variant);
			}
		}
		return data;
	}

	private void sickNode() throws IOException {
		String scenario = Scenario.SICK_NODE.title();
		Map<String, String> windows = new LinkedHashMap<>();
		windows.put("healthy_p99_us", "before");
		windows.put("first_second_p99_us", "the first second");
		windows.put("sick_p99_us", "after that, still sick");
		windows.put("healed_p99_us", "healed");
		for (String variant : this.figures.variants(scenario)) {
			DefaultCategoryDataset data = new DefaultCategoryDataset();
			for (String contender : this.figures.contenders(scenario, variant)) {
				windows.forEach((name, window) -> put(data, this.figures.value(scenario, variant, contender, name),
						contender, window));
			}
			save(scenario, variant, Charts.bars("acquire p99 in microseconds, one of five nodes is " + variant, data));
		}
	}

	private void leases() throws IOException {
		String scenario = Scenario.HELD_LEASES.title();
		DefaultCategoryDataset data = new DefaultCategoryDataset();
		for (String variant : this.figures.variants(scenario)) {
			for (String name : List.of("heap_per_renewed_lease_bytes", "cpu_percent_of_a_core", "library_threads")) {
				put(data, this.figures.value(scenario, variant, Kind.OURS.title(), name), Columns.header(name),
						variant);
			}
		}
		save(scenario, "costs", Charts.lines("held and renewing leases", data));
	}

	private static void put(DefaultCategoryDataset data, Optional<Spread> value, String row, String column) {
		// What is not positive has no place on a logarithmic axis.
		value.filter((spread) -> spread.median() > 0)
			.ifPresent((spread) -> data.addValue(spread.median(), row, column));
	}

	private void save(String scenario, String suffix, JFreeChart chart) throws IOException {
		if (chart.getCategoryPlot().getDataset().getRowCount() > 0) {
			String name = prefix(scenario) + "-" + suffix + ".svg";
			Charts.save(chart, this.directory.resolve(name));
			this.written.add(name);
		}
	}

}
