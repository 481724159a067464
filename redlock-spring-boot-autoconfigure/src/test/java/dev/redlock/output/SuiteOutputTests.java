package dev.redlock.output;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * No token and no password is in anything that the tests before have written: their
 * reports, with all that went to the console and the texts of exceptions, and the log of
 * the library down to DEBUG. Runs on its own after all others.
 */
class SuiteOutputTests {

	/**
	 * A token has as many digits as the name that a server gives to a script.
	 */
	private static final Pattern TOKEN = Pattern.compile("(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])");

	/**
	 * A part of each password in the tests.
	 */
	private static final String PASSWORD = "s3cret";

	private final Path reports = Path.of(System.getProperty("redlock.reports"));

	private final Path logs = Path.of(System.getProperty("redlock.logs"));

	@Test
	void noTokenWasWritten() throws Exception {
		Set<String> scripts = scripts();
		assertThat(violations(
				(line) -> TOKEN.matcher(line).results().anyMatch((match) -> !scripts.contains(match.group()))))
			.isEmpty();
	}

	@Test
	void noPasswordWasWritten() throws IOException {
		assertThat(violations((line) -> line.contains(PASSWORD))).isEmpty();
	}

	private List<String> violations(Predicate<String> isViolation) throws IOException {
		List<Path> files = new ArrayList<>(files(this.reports, ".*\\.(xml|txt)"));
		List<Path> written = files(this.logs, ".*\\.log");
		// Without them, nothing would be looked at.
		assertThat(files).isNotEmpty();
		assertThat(written).anySatisfy((log) -> assertThat(log).isNotEmptyFile());
		files.addAll(written);
		return files.stream().flatMap((file) -> lines(file).filter(isViolation)).limit(20).toList();
	}

	private static List<Path> files(Path folder, String name) throws IOException {
		try (Stream<Path> all = Files.list(folder)) {
			return all.filter((file) -> file.getFileName().toString().matches(name)).toList();
		}
	}

	private static Stream<String> lines(Path file) {
		try {
			return Files.readString(file).lines().map((line) -> file.getFileName() + ": " + line);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Set<String> scripts() throws Exception {
		Resource[] scripts = new PathMatchingResourcePatternResolver().getResources("classpath*:dev/redlock/*.lua");
		MessageDigest digest = MessageDigest.getInstance("SHA-1");
		return Stream.of(scripts)
			.map((script) -> HexFormat.of().formatHex(digest.digest(bytes(script))))
			.collect(Collectors.toSet());
	}

	private static byte[] bytes(Resource script) {
		try (InputStream in = script.getInputStream()) {
			return in.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
