package dev.redlock.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Credentials by the means of Spring Boot, in a real application.
 */
@ExtendWith(OutputCaptureExtension.class)
class CredentialsTests {

	private static final String PASSWORD = "s3cret-of-the-tree";

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	@TempDir
	private Path tree;

	@BeforeEach
	void aUserThatMayDoEverything() {
		servers.get(0).run(Command.ACL, "SETUSER", "app", "reset", "on", ">" + PASSWORD, "~*", "&*", "+@all");
	}

	@Test
	void aConfigTreeMayHaveUserAndPassword(CapturedOutput output) throws Exception {
		write("redlock/username", "app");
		write("redlock/password", PASSWORD + "\n");
		assertLocksAsApp("--redlock.nodes=" + servers.uris());
		assertThat(output).doesNotContain("s3cret");
	}

	@Test
	void aPlaceholderMayStandForAPartOfAnAddress(CapturedOutput output) throws Exception {
		write("vault.redis", PASSWORD);
		assertLocksAsApp("--redlock.nodes[0].uri=redis://app:${vault.redis}@127.0.0.1:" + servers.get(0).port());
		assertThat(output).doesNotContain("s3cret");
	}

	@Test
	void aPlaceholderMayStandForThePassword() throws Exception {
		write("vault.redis", PASSWORD);
		assertLocksAsApp("--redlock.nodes=" + servers.uris(), "--redlock.username=app",
				"--redlock.password=${vault.redis}");
	}

	private void write(String file, String content) throws IOException {
		Path path = this.tree.resolve(file);
		Files.createDirectories(path.getParent());
		Files.writeString(path, content);
	}

	private void assertLocksAsApp(String... arguments) throws InterruptedException {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "redlock.restart-guard=false", "redlock.node-timeout=1s",
					"spring.config.import=configtree:" + this.tree + "/")
			.run(arguments)) {
			context.getBean(Redlock.class).acquire(LockRequest.of("a")).close();
			assertThat(servers.get(0).run(Command.CLIENT, "LIST").toString()).contains("name=redlock", "user=app");
		}
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(RedlockAutoConfiguration.class)
	static class Application {

	}

}
