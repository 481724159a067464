package dev.redlock.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.redlock.benchmarks.Sample;
import dev.redlock.benchmarks.contender.Kind;
import dev.redlock.benchmarks.scenario.Scenario;

/**
 * The results for people.
 */
final class Markdown {

	private final Figures figures;

	Markdown(Figures figures) {
		this.figures = figures;
	}

	String page(Map<String, String> environment, List<String> problems, String bars, List<String> plots) {
		List<String> parts = new ArrayList<>();
		parts.add("# Results");
		parts.add(environment.entrySet()
			.stream()
			.map((entry) -> entry.getKey() + " " + entry.getValue())
			.collect(Collectors.joining("; ")) + ".");
		parts.add("Values are medians over the turns with (least .. most). x is ours divided by theirs while the cores "
				+ "were as far apart, median with spread. How it is measured: [README](../README.md).");
		if (!problems.isEmpty()) {
			parts.add("**Not all went well**:\n\n- " + String.join("\n- ", problems));
		}
		parts.add("## Bars\n\n" + bars);
		parts.add("The cores were " + this.figures.distances() + ".");
		if (this.figures.distances().vary()) {
			parts.add("The same ratios, apart:\n\n" + byDistance());
			Distances distances = this.figures.distances();
			parts.add("Cycles/s with distinct keys while they were near:\n\n" + cycles(distances::isNear));
			parts.add("While they were far:\n\n" + cycles(distances::isFar));
		}
		for (String scenario : this.figures.scenarios()) {
			parts.add("## " + capitalized(scenario));
			plots.stream()
				.filter((plot) -> plot.startsWith(Plots.prefix(scenario)))
				.forEach((plot) -> parts.add("![" + scenario + "](" + plot + ")"));
			parts.add(table(scenario));
			if (scenario.equals(Scenario.HOT_KEY.title())) {
				parts.add(commands(scenario));
			}
		}
		return String.join("\n\n", parts) + "\n";
	}

	String bars(List<Bar.Result> results) {
		List<String> lines = new ArrayList<>();
		lines.add(row(List.of("scenario", "value", "ours", "rival", "ratio", "bar", "")));
		lines.add(separator(7));
		for (Bar.Result result : results) {
			Bar bar = result.bar();
			Kind rival = bar.rival();
			lines.add(row(List.of(bar.scenario() + ", " + bar.variant(), Columns.header(bar.name()),
					result.ours().toString(), (rival != null) ? (rival.title() + ": " + result.theirs()) : "",
					text(result.ratio()), bound(bar), verdict(result))));
		}
		return String.join("\n", lines);
	}

	private String byDistance() {
		Distances distances = this.figures.distances();
		List<String> lines = new ArrayList<>();
		lines.add(row(List.of("scenario", "value", "rival", "cores near", "cores far", "bar")));
		lines.add(separator(6));
		for (Bar bar : Bars.all()) {
			Kind rival = bar.rival();
			if (rival != null) {
				lines.add(row(List.of(bar.scenario() + ", " + bar.variant(), Columns.header(bar.name()), rival.title(),
						ratio(bar, rival, distances::isNear), ratio(bar, rival, distances::isFar), bound(bar))));
			}
		}
		return String.join("\n", lines);
	}

	private String cycles(Predicate<Sample> which) {
		String scenario = Scenario.DISTINCT_KEYS.title();
		List<String> variants = this.figures.variants(scenario);
		List<String> lines = new ArrayList<>();
		List<String> header = new ArrayList<>(List.of("contender"));
		header.addAll(variants);
		lines.add(row(header));
		lines.add(separator(header.size()));
		for (Kind kind : Kind.values()) {
			List<String> cells = new ArrayList<>(List.of(kind.title()));
			variants.forEach((variant) -> cells
				.add(text(this.figures.value(scenario, variant, kind.title(), "cycles_per_s", which).orElse(null))));
			lines.add(row(cells));
		}
		return String.join("\n", lines);
	}

	private String ratio(Bar bar, Kind rival, Predicate<Sample> which) {
		return text(this.figures.ratio(bar.scenario(), bar.variant(), rival.title(), bar.name(), which).orElse(null));
	}

	private static String verdict(Bar.Result result) {
		if (result.bar().rival() != null && result.ratio() == null) {
			return "not compared";
		}
		return result.met() ? "met" : "**missed**";
	}

	private static String bound(Bar bar) {
		return (bar.atLeast() ? "at least " : "at most ") + Spread.format(bar.bound());
	}

	private String table(String scenario) {
		List<String> names = Columns.of(scenario)
			.stream()
			.filter((name) -> this.figures.names(scenario).contains(name))
			.toList();
		List<String> lines = new ArrayList<>();
		List<String> header = new ArrayList<>(List.of("", "contender"));
		names.forEach((name) -> header.add(Columns.header(name)));
		lines.add(row(header));
		lines.add(separator(header.size()));
		for (String variant : this.figures.variants(scenario)) {
			for (String contender : this.figures.contenders(scenario, variant)) {
				List<String> cells = new ArrayList<>(List.of(variant, contender));
				names.forEach((name) -> cells.add(cell(scenario, variant, contender, name)));
				lines.add(row(cells));
			}
		}
		return String.join("\n", lines);
	}

	private String cell(String scenario, String variant, String contender, String name) {
		Optional<Spread> value = this.figures.value(scenario, variant, contender, name);
		if (value.isEmpty()) {
			return "-";
		}
		Optional<Spread> ratio = (contender.equals(Kind.OURS.title()) || !Columns.isComparable(name)) ? Optional.empty()
				: this.figures.ratio(scenario, variant, contender, name);
		return value.get() + ratio.map((spread) -> "<br>x " + spread).orElse("");
	}

	// Which commands the hot key costs, so that nobody has to believe a sum.
	private String commands(String scenario) {
		List<String> lines = new ArrayList<>();
		lines.add(row(List.of("", "contender", "sent by clients, per acquire and node", "called by scripts")));
		lines.add(separator(4));
		for (String variant : this.figures.variants(scenario)) {
			for (String contender : this.figures.contenders(scenario, variant)) {
				lines.add(row(List.of(variant, contender, commands(scenario, variant, contender, Columns::isSent),
						commands(scenario, variant, contender, Columns::isScripted))));
			}
		}
		return String.join("\n", lines);
	}

	private String commands(String scenario, String variant, String contender, Predicate<String> group) {
		return this.figures.names(scenario)
			.stream()
			.filter(group)
			.map((name) -> this.figures.value(scenario, variant, contender, name)
				.map((value) -> Columns.command(name) + " " + Spread.format(value.median()))
				.orElse(null))
			.filter(Objects::nonNull)
			.collect(Collectors.joining(", "));
	}

	private static String text(@Nullable Spread spread) {
		return (spread != null) ? spread.toString() : "";
	}

	private static String capitalized(String text) {
		return Character.toUpperCase(text.charAt(0)) + text.substring(1);
	}

	private static String row(List<String> cells) {
		return "| " + String.join(" | ", cells) + " |";
	}

	private static String separator(int columns) {
		return "|" + "---|".repeat(columns);
	}

}
