package dev.redlock.benchmarks;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SuiteTests {

	@TempDir
	private Path directory;

	@Test
	void nothingIsRunOrWrittenIfTheSelectionMakesNoSense() {
		String results = this.directory.resolve("results").toString();
		String logs = this.directory.resolve("logs").toString();
		assertThatIllegalArgumentException().isThrownBy(() -> Suite.main(new String[] { results, logs, "hotkey" }));
		assertThatIllegalArgumentException().isThrownBy(() -> Suite.main(new String[] { results, logs, "" }));
		assertThatIllegalArgumentException().isThrownBy(() -> Suite.main(new String[] { results, logs }));
		assertThat(this.directory).isEmptyDirectory();
	}

}
