package dev.redlock.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetailsFactories;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.autoconfigure.RedlockConnectionDetails.Node;
import dev.redlock.jedis.NodeUri;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Services of Docker Compose as nodes: the events and factories are those of Spring Boot,
 * only Docker is missing.
 */
@ExtendWith(OutputCaptureExtension.class)
class DockerComposeTests {

	/** The start waits no longer for the nodes. */
	private static final String PATIENT = "--redlock.connect-timeout=20s";

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	@Test
	void eachServiceWithTheLabelIsANodeInTheOrderOfTheNames() throws Exception {
		List<ComposeService> services = List.of(
				ComposeService.of("shop-redis-3", servers.get(2)).withLabel("redlock", ""),
				ComposeService.of("shop-redis-1", servers.get(0)).withLabel("redlock", "true"),
				ComposeService.of("shop-cache-1", Map.of()),
				ComposeService.of("shop-redis-0", Map.of()).withLabel("redlock", "false"),
				ComposeService.of("shop-redis-2", servers.get(1)).withLabel("redlock", ""));
		try (ConfigurableApplicationContext context = start(Application.class, services,
				"--redlock.nodes=redis://127.0.0.1:1", "--redlock.node-timeout=5s")) {
			assertThat(context.getBean(RedlockConnectionDetails.class).getNodes()).extracting(Node::uri)
				.containsExactly(servers.get(0).uri(), servers.get(1).uri(), servers.get(2).uri());
			assertThat(nodes(context)).extracting(RedlockNode::name)
				.containsExactly("shop-redis-1", "shop-redis-2", "shop-redis-3");
			context.getBean(Redlock.class).execute(LockRequest.of("a"), (lease) -> {
				assertThat(servers.all()).filteredOn((server) -> server.get("a") != null).hasSizeGreaterThan(1);
				return null;
			});
		}
	}

	@Test
	void theLabelOfSpringBootMakesANodeToo() {
		ComposeService service = ComposeService.of("redis", servers.get(0));
		try (ConfigurableApplicationContext context = start(
				service.withLabel("org.springframework.boot.service-connection", "redlock"))) {
			assertThat(nodes(context)).extracting(RedlockNode::name).containsExactly("redis");
		}
	}

	@Test
	void aServiceForSomethingElseIsNoNode() {
		ComposeService service = ComposeService.of("redis", servers.get(0));
		try (ConfigurableApplicationContext context = start(Application.class,
				List.of(service.withLabel("org.springframework.boot.service-connection", "redis")),
				"--redlock.nodes=" + servers.get(1).uri())) {
			assertThat(nodes(context)).extracting(RedlockNode::name)
				.containsExactly("127.0.0.1:" + servers.get(1).port());
		}
	}

	@Test
	void aServiceThatHasJustStartedVotes() {
		try (ConfigurableApplicationContext context = start(labelled(), "--redlock.max-ttl=1h", PATIENT)) {
			assertThat(nodes(context)).allSatisfy((node) -> assertThat(node.status().state()).isEqualTo(State.UP));
		}
	}

	@Test
	void theRestartGuardIsOnIfItIsAskedFor() {
		try (ConfigurableApplicationContext context = start(labelled(), "--redlock.max-ttl=1h",
				"--redlock.restart-guard=true", PATIENT)) {
			assertThat(nodes(context))
				.allSatisfy((node) -> assertThat(node.status().state()).isEqualTo(State.QUARANTINED));
		}
	}

	@Test
	void theRestartGuardIsOnForTheNodesOfTheProperty() {
		try (ConfigurableApplicationContext context = start(Application.class, List.of(), "--redlock.max-ttl=1h",
				"--redlock.nodes=" + servers.get(0).uri(), PATIENT)) {
			assertThat(nodes(context))
				.allSatisfy((node) -> assertThat(node.status().state()).isEqualTo(State.QUARANTINED));
		}
	}

	@Test
	void aBeanOfTheApplicationWins() {
		try (ConfigurableApplicationContext context = start(OwnDetails.class, List.of(labelled()))) {
			assertThat(context.getBeansOfType(RedlockConnectionDetails.class)).containsOnlyKeys("own");
			assertThat(nodes(context)).extracting(RedlockNode::name).containsExactly("own");
		}
	}

	@Test
	void thePasswordComesFromTheEnvironmentOfTheService() {
		try (ConfigurableApplicationContext context = start(
				labelled().withEnv(Map.of("REDIS_PASSWORD", "s3cr&t/ @ü%:+")))) {
			RedlockConnectionDetails details = context.getBean(RedlockConnectionDetails.class);
			assertThat(details.getNodes()).singleElement().satisfies((node) -> {
				assertThat(NodeUri.parse(node.uri()).password()).isEqualTo("s3cr&t/ @ü%:+");
				assertThat(NodeUri.parse(node.uri()).username()).isNull();
				assertThat(node.toString()).doesNotContain("s3cr");
			});
		}
	}

	@Test
	void labelsOfAnSslBundleEncryptTheConnection(@TempDir Path directory) throws Exception {
		Path certificate = Files.writeString(directory.resolve("ca.pem"), anyCertificate());
		ComposeService service = labelled().withLabel("org.springframework.boot.sslbundle.pem.truststore.certificate",
				certificate.toUri().toString());
		try (ConfigurableApplicationContext context = start(service, "--redlock.connect-timeout=100ms")) {
			RedlockConnectionDetails details = context.getBean(RedlockConnectionDetails.class);
			assertThat(
					new JedisNodeSettingsFactory(context.getBean(RedlockProperties.class), Duration.ofSeconds(60), null)
						.create(details))
				.singleElement()
				.satisfies((node) -> {
					assertThat(node.uri().tls()).isTrue();
					assertThat(node.sslBundle()).isNotNull();
					assertThat(node.sslBundle().get().createSslContext()).isNotNull();
				});
		}
	}

	@Test
	void aServiceThatCanNotBeReachedStopsTheStart(CapturedOutput output) {
		ComposeService service = ComposeService.of("redis", Map.of(80, 80)).withLabel("redlock", "");
		assertThatExceptionOfType(InvalidRedlockServiceException.class).isThrownBy(() -> start(service).close());
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("The service 'redis' of Docker Compose has the label of a Redlock node, "
					+ "but its port 6379 is not published.")
			.contains("Add the port to the service (ports: [\"6379\"]), or remove the label.");
	}

	@Test
	void otherServiceConnectionsWorkWithoutDockerCompose() throws Exception {
		try (ClassPathWithout loader = ClassPathWithout.libraries("spring-boot-docker-compose-")) {
			assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(
					() -> Class.forName(RedlockDockerComposeConnectionDetailsFactory.class.getName(), true, loader));
			assertThat(loader.loadClass(ConnectionDetailsFactories.class.getName())
				.getConstructor(ClassLoader.class)
				.newInstance(loader)).isNotNull();
		}
	}

	private static ComposeService labelled() {
		return ComposeService.of("redis", servers.get(0)).withLabel("redlock", "");
	}

	private static List<RedlockNode> nodes(ConfigurableApplicationContext context) {
		return context.getBean(RedlockNodes.class).asList();
	}

	private static ConfigurableApplicationContext start(ComposeService service, String... arguments) {
		return start(Application.class, List.of(service), arguments);
	}

	private static ConfigurableApplicationContext start(Class<?> source, List<ComposeService> services,
			String... arguments) {
		SpringApplication application = new SpringApplication(source);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setBannerMode(Banner.Mode.OFF);
		application.setRegisterShutdownHook(false);
		application.addListeners(new ComposeEvents(services));
		return application.run(arguments);
	}

	private static String anyCertificate() throws Exception {
		TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		factory.init((KeyStore) null);
		X509Certificate certificate = Arrays.stream(factory.getTrustManagers())
			.map(X509TrustManager.class::cast)
			.findFirst()
			.orElseThrow()
			.getAcceptedIssuers()[0];
		return "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
				+ "\n-----END CERTIFICATE-----\n";
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ AopAutoConfiguration.class, RedlockAutoConfiguration.class })
	static class Application {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ AopAutoConfiguration.class, RedlockAutoConfiguration.class })
	static class OwnDetails {

		@Bean
		RedlockConnectionDetails own() {
			return () -> List.of(new Node(servers.get(1).uri(), "own", "own"));
		}

	}

}
