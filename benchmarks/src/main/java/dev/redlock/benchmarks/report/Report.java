package dev.redlock.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import dev.redlock.benchmarks.Sample;

/**
 * What a run of the suite leaves behind.
 */
public final class Report {

	private final Map<String, String> environment;

	private final List<Sample> samples;

	private final List<String> problems;

	private final Figures figures;

	/**
	 * Creates a report.
	 * @param quick whether the run was short
	 * @param took how long it took
	 * @param samples what was measured
	 * @param problems what went wrong
	 */
	public Report(boolean quick, Duration took, List<Sample> samples, List<String> problems) {
		this.environment = Environment.describe(quick, took);
		this.samples = List.copyOf(samples);
		this.problems = List.copyOf(problems);
		this.figures = new Figures(this.samples);
	}

	/**
	 * Writes the table, the JSON file and the plots.
	 * @param directory where to
	 * @return the table of the bars
	 * @throws IOException if the disk is full
	 */
	public String write(Path directory) throws IOException {
		List<Bar.Result> bars = Bars.judge(this.figures);
		Markdown markdown = new Markdown(this.figures);
		List<String> plots = new Plots(this.figures, directory).write();
		String table = markdown.bars(bars);
		Files.writeString(directory.resolve("results.md"),
				markdown.page(this.environment, this.problems, table, plots));
		Files.writeString(directory.resolve("results.json"), json(bars));
		return table;
	}

	private String json(List<Bar.Result> bars) {
		Map<String, Object> root = new LinkedHashMap<>();
		root.put("environment", this.environment);
		root.put("problems", this.problems);
		root.put("bars", bars);
		root.put("figures", figuresAsList());
		root.put("samples", this.samples);
		return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(root) + "\n";
	}

	private List<Map<String, Object>> figuresAsList() {
		List<Map<String, Object>> all = new ArrayList<>();
		for (String scenario : this.figures.scenarios()) {
			for (String variant : this.figures.variants(scenario)) {
				for (String contender : this.figures.contenders(scenario, variant)) {
					Map<String, Object> figure = new LinkedHashMap<>();
					figure.put("scenario", scenario);
					figure.put("variant", variant);
					figure.put("contender", contender);
					figure.put("values", values(scenario, variant, contender));
					all.add(figure);
				}
			}
		}
		return all;
	}

	private Map<String, Object> values(String scenario, String variant, String contender) {
		Map<String, Object> values = new LinkedHashMap<>();
		for (String name : this.figures.names(scenario)) {
			this.figures.value(scenario, variant, contender, name).ifPresent((value) -> {
				Map<String, Object> entry = new LinkedHashMap<>();
				entry.put("value", value);
				this.figures.ratio(scenario, variant, contender, name)
					.ifPresent((ratio) -> entry.put("oursDividedByThis", ratio));
				values.put(name, entry);
			});
		}
		return values;
	}

}
