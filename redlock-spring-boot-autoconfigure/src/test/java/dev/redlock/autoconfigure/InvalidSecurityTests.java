package dev.redlock.autoconfigure;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.redlock.autoconfigure.RedlockConnectionDetails.Node;
import dev.redlock.test.TestCertificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * TLS and credentials that stop the start, and what the application says then.
 */
@ExtendWith(OutputCaptureExtension.class)
class InvalidSecurityTests {

	private static final String ENCRYPTED = "redlock.nodes[0].uri=rediss://127.0.0.1:1";

	private final ApplicationContextRunner withoutBundles = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(RedlockAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.withoutBundles
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class));

	@Test
	void aMissingBundleOfOneNodeStopsTheStart() {
		assertRefused(this.runner, "redlock.nodes[0].ssl.bundle", "missing",
				"Define the bundle under spring.ssl.bundle", ENCRYPTED, "redlock.nodes[0].ssl.bundle=missing");
	}

	@Test
	void aMissingBundleForAllNodesStopsTheStart() {
		assertRefused(this.runner, "redlock.ssl.bundle", "missing", "Define the bundle under spring.ssl.bundle",
				ENCRYPTED, "redlock.ssl.bundle=missing");
	}

	@Test
	void aBundleForAnAddressWithoutTlsStopsTheStart() {
		assertRefused(this.runner, "redlock.nodes[0].ssl.bundle", "redis://127.0.0.1:1 is not encrypted",
				"Write the address with rediss://", "redlock.nodes[0].uri=redis://127.0.0.1:1",
				"redlock.nodes[0].ssl.bundle=any");
	}

	@Test
	void aBundleThatTheApplicationGivesAnAddressWithoutTlsStopsTheStart() {
		Node plain = new Node("redis://:s3cret@127.0.0.1:1", null, "my nodes");
		assertRefused(this.runner.withBean(RedlockConnectionDetails.class, () -> new RedlockConnectionDetails() {

			@Override
			public List<Node> getNodes() {
				return List.of(plain);
			}

			@Override
			public SslBundle getSslBundle(Node node) {
				return SslBundle.systemDefault();
			}

		}), "my nodes", "is not encrypted in spite of its SSL bundle", "Write the address with rediss://");
	}

	@Test
	void aBundleWhoseFilesAreMissingStopsTheStart(@TempDir Path empty) {
		assertRefused(
				this.runner.withPropertyValues(
						"spring.ssl.bundle.jks.broken.truststore.location=file:" + empty.resolve("trust.jks")),
				"redlock.ssl.bundle", "the SSL bundle 'broken' can't be used",
				"Correct the files, passwords and options", ENCRYPTED, "redlock.ssl.bundle=broken");
	}

	@ParameterizedTest
	@CsvSource({ "enabled-protocols=TLSv1.9, TLSv1.9", "ciphers=TLS_NO_SUCH, TLS_NO_SUCH" })
	void aBundleWithOptionsThatJavaDoesNotKnowStopsTheStart(String option, String value) {
		assertRefused(this.runner.withPropertyValues("spring.ssl.bundle.pem.broken.options." + option),
				"redlock.ssl.bundle", value, "Correct the files, passwords and options", ENCRYPTED,
				"redlock.ssl.bundle=broken");
	}

	@Test
	void aBundleInAnApplicationThatHasNoneStopsTheStart() {
		assertRefused(this.withoutBundles, "redlock.ssl.bundle", "the application has no SSL bundles",
				"Do not exclude SslAutoConfiguration", ENCRYPTED, "redlock.ssl.bundle=any");
	}

	@Test
	void aUserWithoutAPasswordStopsTheStart() {
		assertRefused(this.runner, "redlock.username", "without redlock.password, the user would be ignored",
				"to an empty text", ENCRYPTED, "redlock.username=app");
	}

	@Test
	void anAddressWithAPasswordThatIsNotEncodedStopsTheStart() {
		assertRefused(this.runner, "redlock.nodes[0]", "redis://***@127.0.0.1:1", "such as %40 for @",
				"redlock.nodes[0].uri=redis://app:1?s3cret@127.0.0.1:1");
	}

	@Test
	void nodesWithAGapAreNamedButNotShown(CapturedOutput output) {
		assertThatExceptionOfType(Exception.class)
			.isThrownBy(() -> new SpringApplicationBuilder(RedlockAutoConfiguration.class).web(WebApplicationType.NONE)
				.properties("redlock.nodes[0].uri=redis://:s3cret@127.0.0.1:1",
						"redlock.nodes[2].uri=redis://:s3cret@127.0.0.1:2")
				.run()
				.close());
		assertThat(output).contains("redlock.nodes[2].uri", "Number the nodes without a gap").doesNotContain("s3cret");
	}

	@Test
	void whatNoNodeHasIsNamedButNotShown(CapturedOutput output) {
		assertThatExceptionOfType(Exception.class)
			.isThrownBy(() -> new SpringApplicationBuilder(RedlockAutoConfiguration.class).web(WebApplicationType.NONE)
				.properties("redlock.nodes[0].url=redis://:s3cret@127.0.0.1:1")
				.run()
				.close());
		assertThat(output).contains("redlock.nodes[0].url", "A node has uri, name and ssl.bundle")
			.doesNotContain("s3cret");
	}

	@Test
	void aPlainAddressIsWarnedAboutWhenThereIsABundleForAll(@TempDir Path directory, CapturedOutput output) {
		Path files = TestCertificate.of("ip:127.0.0.1").writeTo(directory);
		this.runner
			.withPropertyValues("redlock.nodes=redis://127.0.0.1:1,rediss://127.0.0.1:2", "redlock.ssl.bundle=one",
					"spring.ssl.bundle.pem.one.truststore.certificate=file:" + files.resolve(TestCertificate.AUTHORITY))
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).contains("The connection to redis://127.0.0.1:1 is not encrypted")
			.doesNotContain("redis://127.0.0.1:2 is not encrypted");
	}

	private static void assertRefused(ApplicationContextRunner runner, String property, String problem, String remedy,
			String... properties) {
		runner.withPropertyValues(properties).run((context) -> {
			assertThat(context).hasFailed();
			InvalidRedlockPropertyException failure = find(context.getStartupFailure());
			assertThat(failure.getProperty()).isEqualTo(property);
			assertThat(failure.getMessage()).contains(problem).doesNotContain("s3cret");
			assertThat(failure.getRemedy()).contains(remedy);
		});
	}

	private static InvalidRedlockPropertyException find(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof InvalidRedlockPropertyException invalid) {
				return invalid;
			}
		}
		throw new AssertionError("Another failure", failure);
	}

}
