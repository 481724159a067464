package dev.redlock.benchmarks.scenario;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import dev.redlock.benchmarks.Settings;

/**
 * The scenarios.
 */
public enum Scenario {

	/**
	 * Threads with keys of their own.
	 */
	DISTINCT_KEYS("a", "distinct keys", new DistinctKeys()),

	/**
	 * The same on virtual threads, where there are some.
	 */
	VIRTUAL_THREADS("v", "distinct keys, JDK 21 or later", new VirtualThreads()),

	/**
	 * Many that want one key.
	 */
	HOT_KEY("b", "one hot key", new HotKey()),

	/**
	 * One of five nodes falls ill.
	 */
	SICK_NODE("c", "a sick node", new SickNode()),

	/**
	 * More nodes.
	 */
	NODE_COUNTS("d", "number of nodes", new NodeCounts()),

	/**
	 * Leases that are held and renewed.
	 */
	HELD_LEASES("e", "held leases", new HeldLeases()),

	/**
	 * The annotation.
	 */
	ASPECT("f", "aspect", new Aspect());

	private static final String ALL = "all";

	private final String letter;

	private final String title;

	private final Body body;

	Scenario(String letter, String title, Body body) {
		this.letter = letter;
		this.title = title;
		this.body = body;
	}

	/**
	 * Returns the name of the scenario in results.
	 * @return the title
	 */
	public String title() {
		return this.title;
	}

	/**
	 * Returns the scenarios that were asked for.
	 * @param selection their letters or names, separated by commas, or {@code all}
	 * @return the scenarios, in the order in which they run
	 * @throws IllegalArgumentException if something else was asked for, or nothing
	 */
	public static List<Scenario> selected(String selection) {
		Set<String> names = Arrays.stream(selection.toLowerCase(Locale.ROOT).split(","))
			.map(String::strip)
			.filter((name) -> !name.isEmpty())
			.collect(Collectors.toCollection(LinkedHashSet::new));
		List<Scenario> selected = Arrays.stream(values()).filter((scenario) -> scenario.isIn(names)).toList();
		names.remove(ALL);
		selected.forEach((scenario) -> names.removeAll(List.of(scenario.letter, scenario.optionName())));
		if (selected.isEmpty() || !names.isEmpty()) {
			throw new IllegalArgumentException("No scenarios: '" + String.join(", ", names) + "'. There are " + ALL
					+ Arrays.stream(values())
						.map((scenario) -> ", " + scenario.letter + " (" + scenario.optionName() + ")")
						.collect(Collectors.joining()));
		}
		return selected;
	}

	private boolean isIn(Set<String> names) {
		return names.contains(ALL) || names.contains(this.letter) || names.contains(optionName());
	}

	private String optionName() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/**
	 * Returns whether the scenario needs virtual threads.
	 * @return {@code true} if a JDK before 21 can't run it
	 */
	public boolean needsVirtualThreads() {
		return this == VIRTUAL_THREADS;
	}

	/**
	 * Returns how many JVMs run the scenario.
	 * @param settings how much to measure
	 * @return several for those that bars compare, so that the whole does not take longer
	 * than anybody waits
	 */
	public int forks(Settings settings) {
		return (this == DISTINCT_KEYS || this == HOT_KEY || this == SICK_NODE) ? settings.forks() : 1;
	}

	/**
	 * Runs the scenario.
	 * @param measurement where its results go
	 * @throws Exception if it fails
	 */
	public void run(Measurement measurement) throws Exception {
		this.body.run(measurement);
	}

	/**
	 * What a scenario does.
	 */
	@FunctionalInterface
	interface Body {

		void run(Measurement measurement) throws Exception;

	}

}
