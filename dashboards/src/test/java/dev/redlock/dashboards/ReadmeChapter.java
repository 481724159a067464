package dev.redlock.dashboards;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The steps of a chapter of the README: files whose names stand above their text,
 * commands for a shell, and what those show.
 */
final class ReadmeChapter {

	private static final Pattern FILE = Pattern.compile("`([^`\\s]+)`:\\n\\n```\\w+\\n(.*?)```", Pattern.DOTALL);

	private final String text;

	private ReadmeChapter(String text) {
		this.text = text;
	}

	static ReadmeChapter read(String heading) {
		Pattern chapter = Pattern.compile("^" + Pattern.quote(heading) + "\\n(.*?)^#{1,3} ",
				Pattern.DOTALL | Pattern.MULTILINE);
		return chapter.matcher(Project.read(Project.ROOT.resolve("README.md")))
			.results()
			.map((match) -> new ReadmeChapter(match.group(1)))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("No chapter " + heading));
	}

	/**
	 * Returns this chapter with other ports, since a machine that builds has no free ones
	 * by promise.
	 * @param ports what stands in the README, and what is put in its place
	 * @return the changed chapter
	 */
	ReadmeChapter withPorts(Map<Integer, Integer> ports) {
		Pattern all = Pattern
			.compile(ports.keySet().stream().map(String::valueOf).collect(Collectors.joining("|", "\\b(", ")\\b")));
		return new ReadmeChapter(
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
