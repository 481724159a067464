package dev.redlock.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.TestCertificate;
import dev.redlock.test.TlsRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Encrypted connections to real servers.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class NodeTlsTests {

	private static final String ADDRESS = "ip:127.0.0.1";

	@TempDir
	static Path directory;

	private static TestCertificate certificate;

	private static TestCertificate otherCertificate;

	private static TlsRedis first;

	private static TlsRedis second;

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, RedlockAutoConfiguration.class))
		.withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=1s", "redlock.connect-timeout=5s");

	@BeforeAll
	static void startServers() {
		certificate = TestCertificate.of(ADDRESS);
		otherCertificate = TestCertificate.of(ADDRESS);
		first = TlsRedis.start(certificate.writeTo(directory.resolve("first")));
		second = TlsRedis.start(otherCertificate.writeTo(directory.resolve("second")));
	}

	@AfterAll
	static void stopServers() {
		first.close();
		second.close();
	}

	@Test
	void aNodeCanHaveABundleOfItsOwnBesideTheOneForAll() {
		this.runner
			.withPropertyValues(trust("one", directory.resolve("first")), trust("all", directory.resolve("second")),
					"redlock.ssl.bundle=all", "redlock.nodes[0].uri=" + first.uri(), "redlock.nodes[0].ssl.bundle=one",
					"redlock.nodes[1]=" + second.uri())
			.run((context) -> {
				awaitState(context, 0, State.UP);
				awaitState(context, 1, State.UP);
				context.getBean(Redlock.class).acquire(LockRequest.of("a")).close();
			});
	}

	@Test
	void theBundleOfAnotherNodeIsNotUsed() {
		this.runner
			.withPropertyValues(trust("one", directory.resolve("first")), trust("all", directory.resolve("second")),
					"redlock.ssl.bundle=all", "redlock.nodes[0].uri=" + second.uri(), "redlock.nodes[0].ssl.bundle=one",
					"redlock.nodes[1]=" + first.uri())
			.run((context) -> {
				awaitDown(context, 0, "TLS failed: ", "PKIX path");
				awaitDown(context, 1, "TLS failed: ", "PKIX path");
			});
	}

	@Test
	void connectionDetailsCanNameABundle() {
		this.runner
			.withBean(RedlockConnectionDetails.class,
					() -> () -> List.of(new RedlockConnectionDetails.Node(first.uri(), null, "test", "one")))
			.withPropertyValues(trust("one", directory.resolve("first")))
			.run((context) -> awaitState(context, 0, State.UP));
	}

	@Test
	void aCertificateForAnotherNameIsRefusedThoughItsAuthorityIsTrusted() {
		Path files = TestCertificate.of("dns:redis.example").writeTo(directory.resolve("other"));
		try (TlsRedis other = TlsRedis.start(files)) {
			this.runner
				.withPropertyValues(trust("one", files), "redlock.ssl.bundle=one", "redlock.nodes=" + other.uri())
				.run((context) -> awaitDown(context, 0, "No subject alternative names"));
		}
	}

	@Test
	void withoutABundleTheTrustStoreOfTheJvmDecides() {
		this.runner.withPropertyValues("redlock.nodes=" + first.uri())
			.run((context) -> awaitDown(context, 0, "unable to find valid certification path"));
	}

	@Test
	void theCertificateOfTheBundleIsShownToAServerThatAsksForOne() {
		Path files = directory.resolve("first");
		try (TlsRedis strict = TlsRedis.start(files, "--tls-auth-clients", "yes")) {
			ApplicationContextRunner trusting = this.runner.withPropertyValues(trust("one", files),
					"redlock.ssl.bundle=one", "redlock.nodes=" + strict.uri());
			trusting.run((context) -> awaitDown(context, 0, "If it asks for a certificate, the SSL bundle needs one"));
			trusting
				.withPropertyValues("spring.ssl.bundle.pem.one.keystore.certificate=" + file(files, "cert.pem"),
						"spring.ssl.bundle.pem.one.keystore.private-key=" + file(files, "key.pem"))
				.run((context) -> awaitState(context, 0, State.UP));
		}
	}

	@Test
	void theProtocolsOfTheBundleAreTheOnlyOnes() {
		Path files = directory.resolve("first");
		try (TlsRedis modern = TlsRedis.start(files, "--tls-protocols", "TLSv1.3")) {
			ApplicationContextRunner trusting = this.runner.withPropertyValues(trust("one", files),
					"redlock.ssl.bundle=one", "redlock.nodes=" + modern.uri());
			trusting.withPropertyValues("spring.ssl.bundle.pem.one.options.enabled-protocols=TLSv1.2")
				.run((context) -> awaitDown(context, 0, "TLS failed"));
			trusting.withPropertyValues("spring.ssl.bundle.pem.one.options.enabled-protocols=TLSv1.3")
				.run((context) -> awaitState(context, 0, State.UP));
		}
	}

	@Test
	void aReloadedBundleTakesEffectOnTheNextConnection(@TempDir Path live, CapturedOutput output) {
		certificate.writeTo(live);
		try (TlsRedis server = TlsRedis.start(live)) {
			this.runner
				.withPropertyValues(trust("live", live), "spring.ssl.bundle.pem.live.reload-on-update=true",
						"spring.ssl.bundle.watch.file.quiet-period=100ms", "redlock.ssl.bundle=live",
						"redlock.nodes=" + server.uri())
				.run((context) -> {
					awaitState(context, 0, State.UP);
					otherCertificate.writeTo(live);
					assertThat(status(context, 0).state()).isEqualTo(State.UP);
					server.restart();
					awaitState(context, 0, State.UP);
					context.getBean(Redlock.class).acquire(LockRequest.of("a")).close();
				});
		}
		assertThat(output).doesNotContain("doesn't support SSL reloading");
	}

	@Test
	void aBundleThatIsNotReloadedDoesNotTrustANewAuthority(@TempDir Path live) {
		certificate.writeTo(live);
		try (TlsRedis server = TlsRedis.start(live)) {
			this.runner
				.withPropertyValues(trust("live", live), "redlock.ssl.bundle=live", "redlock.nodes=" + server.uri())
				.run((context) -> {
					awaitState(context, 0, State.UP);
					otherCertificate.writeTo(live);
					server.restart();
					awaitDown(context, 0, "TLS failed: ", "PKIX path");
				});
		}
	}

	private static String trust(String bundle, Path files) {
		return "spring.ssl.bundle.pem." + bundle + ".truststore.certificate=" + file(files, TestCertificate.AUTHORITY);
	}

	private static String file(Path directory, String name) {
		return "file:" + directory.resolve(name);
	}

	private static NodeStatus status(ApplicationContext context, int node) {
		return context.getBean(RedlockNodes.class).asList().get(node).status();
	}

	private static void awaitState(ApplicationContext context, int node, State state) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.untilAsserted(() -> assertThat(status(context, node)).extracting(NodeStatus::state).isEqualTo(state));
	}

	private static void awaitDown(ApplicationContext context, int node, String... details) {
		Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
			assertThat(status(context, node).state()).isEqualTo(State.DOWN);
			assertThat(status(context, node).detail()).contains(details).doesNotContain("not connected yet");
		});
	}

}
