package dev.redlock.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The line of {@code docs/operations.md} that makes an ACL user.
 *
 * @param words the arguments of {@code ACL}
 */
record AclLine(List<String> words) {

	static AclLine load() {
		Path page = Path.of("").toAbsolutePath().getParent().resolve("docs/operations.md");
		try (Stream<String> lines = Files.lines(page)) {
			List<String> found = lines.filter((line) -> line.startsWith("ACL SETUSER ")).toList();
			if (found.size() != 1) {
				throw new IllegalStateException("Not one line, but " + found);
			}
			return new AclLine(Arrays.stream(found.get(0).split(" ")).skip(1).toList());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns the commands.
	 * @return each with a plus sign
	 */
	List<String> commands() {
		return this.words.stream().filter(AclLine::isCommand).toList();
	}

	/**
	 * Returns what makes a user who has no command yet and may only use some keys,
	 * narrowed as the page says.
	 * @param password the password
	 * @param prefix how the keys begin
	 * @return the beginning of the arguments
	 */
	Stream<String> user(String password, String prefix) {
		Stream<String> narrowed = this.words.stream()
			.filter((word) -> !isCommand(word))
			.map((word) -> word.replace("<password>", password).replaceFirst("^([~&])\\*", "$1" + prefix + "*"));
		return Stream.concat(narrowed, Stream.of("&:released"));
	}

	private static boolean isCommand(String word) {
		return word.startsWith("+");
	}

}
