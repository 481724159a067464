package dev.redlock.dashboards;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The steps of a page for newcomers: files whose names stand above their text, commands
 * for a shell, and what those show.
 */
final class Guide {

	private static final Pattern FILE = Pattern.compile("`([^`\\s]+)`:\\n\\n```\\w+\\n(.*?)```", Pattern.DOTALL);

	private final String text;

	private Guide(String text) {
		this.text = text;
	}

	static Guide read(Path page) {
		return new Guide(Project.read(page));
	}

	/**
	 * Returns these steps with other ports, since a machine that builds has no free ones
	 * by promise.
	 * @param ports what stands on the page, and what is put in its place
	 * @return the changed steps
	 */
	Guide withPorts(Map<Integer, Integer> ports) {
		Pattern all = Pattern
			.compile(ports.keySet().stream().map(String::valueOf).collect(Collectors.joining("|", "\\b(", ")\\b")));
		return new Guide(
				all.matcher(this.text).replaceAll((match) -> ports.get(Integer.valueOf(match.group())).toString()));
	}

	/**
	 * Returns the text of each file by its name.
	 */
	Map<String, String> files() {
		return FILE.matcher(this.text)
			.results()
			.collect(Collectors.toMap((match) -> match.group(1), (match) -> match.group(2)));
	}

	List<String> commands() {
		return blocks("sh");
	}

	/**
	 * Returns what the commands are said to show, line by line.
	 */
	List<String> shown() {
		return blocks("text").stream().flatMap(String::lines).toList();
	}

	private List<String> blocks(String language) {
		return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
			.matcher(this.text)
			.results()
			.map((MatchResult match) -> match.group(1))
			.toList();
	}

}
