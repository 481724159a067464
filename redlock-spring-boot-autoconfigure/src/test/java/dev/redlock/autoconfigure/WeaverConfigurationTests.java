package dev.redlock.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class WeaverConfigurationTests {

	private final ClassLoader classLoader = getClass().getClassLoader();

	@Test
	void theAspectOfTheLocksIsFoundInWhatTheWeaverReadsByDefault() {
		assertAccepted(null);
	}

	@Test
	void itIsFoundInAnyFileThatIsNamed(@TempDir Path directory) throws Exception {
		Path own = Files.writeString(directory.resolve("own.xml"),
				"<aspectj><aspects><aspect name=\"dev.redlock.aop.DistributedLockAspect\"/></aspects></aspectj>");
		assertAccepted("META-INF/aop-woven.xml;META-INF/aop.xml");
		assertAccepted("META-INF/missing.xml;" + own.toUri());
	}

	@Test
	void aWeaverThatDoesNotKnowItIsRefused() {
		assertThatExceptionOfType(InvalidRedlockPropertyException.class)
			.isThrownBy(() -> WeaverConfiguration.requireAspect("META-INF/aop-woven.xml;file:/missing/aop.xml",
					this.classLoader))
			.withMessageContaining("needs the aspect of the locks")
			.withMessageContaining("META-INF/aop-woven.xml;file:/missing/aop.xml");
	}

	private void assertAccepted(String files) {
		assertThatCode(() -> WeaverConfiguration.requireAspect(files, this.classLoader)).doesNotThrowAnyException();
	}

}
