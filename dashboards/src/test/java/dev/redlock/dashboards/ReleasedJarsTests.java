package dev.redlock.dashboards;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a repository or another project expects of a jar.
 */
class ReleasedJarsTests {

	private static final String VERSION = System.getProperty("newcomer.version");

	@ParameterizedTest
	@FieldSource("dev.redlock.dashboards.Project#RELEASED")
	void aJarSaysUnderWhichLicenseAndNameItMayBeUsed(String module) throws IOException {
		try (JarFile jar = new JarFile(Project.jar(module, VERSION).toFile())) {
			assertThat(jar.getInputStream(jar.getEntry("META-INF/LICENSE")))
				.hasBinaryContent(Files.readAllBytes(Project.ROOT.resolve("LICENSE")));
			assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
				.startsWith("dev.redlock");
		}
	}

	@ParameterizedTest
	@FieldSource("dev.redlock.dashboards.Project#RELEASED")
	void aJarHasOthersWithSourcesAndJavadoc(String module) {
		Path jar = Project.jar(module, VERSION);
		String name = module + "-" + VERSION;
		assertThat(jar.resolveSibling(name + "-sources.jar")).exists();
		assertThat(jar.resolveSibling(name + "-javadoc.jar")).exists();
	}

}
