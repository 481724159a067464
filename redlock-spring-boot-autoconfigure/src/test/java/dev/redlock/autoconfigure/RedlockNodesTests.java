package dev.redlock.autoconfigure;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import redis.clients.jedis.Protocol;

import dev.redlock.jedis.LibraryThreads;
import dev.redlock.node.RedlockNodeDecorator;
import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The beginning and the end of the nodes of an application.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedlockNodesTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private static ApplicationContextRunner on(String nodes) {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(RedlockAutoConfiguration.class))
			.withPropertyValues("redlock.restart-guard=false", "redlock.nodes=" + nodes);
	}

	@Test
	void aSmallNumberOfNodesIsWarnedAbout(CapturedOutput output) {
		on(servers.get(0).uri()).run((context) -> {
		});
		assertThat(output).containsOnlyOnce("Use at least 3 independent masters");
	}

	@Test
	void anEvenNumberOfNodesIsWarnedAbout(CapturedOutput output) {
		on(servers.uris() + ",redis://127.0.0.1:1").run((context) -> {
		});
		assertThat(output).containsOnlyOnce("tolerate no more failures than 3 would. Use an odd number of masters.");
	}

	@Test
	void aTtlThatIsOverBeforeASlowNodeAnswersIsWarnedAbout(CapturedOutput output) {
		on(servers.uris()).withPropertyValues("redlock.ttl=51").run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("redlock.node-timeout");
		on(servers.uris()).withPropertyValues("redlock.ttl=50").run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).containsOnlyOnce("redlock.ttl (50ms) is not longer than redlock.node-timeout (50ms)");
	}

	@Test
	void nothingSurvivesTheContext() {
		LibraryThreads threads = new LibraryThreads();
		on(servers.uris()).withPropertyValues("redlock.client-name=closed").run((context) -> {
			assertThat(threads.names()).isNotEmpty();
			assertThat(servers.all()).allSatisfy((server) -> assertThat(clients(server)).contains("name=closed"));
		});
		awaitNothingLeft(threads, "closed");
	}

	@Test
	void nothingSurvivesAStartThatFails() {
		LibraryThreads threads = new LibraryThreads();
		RedlockNodeDecorator broken = (node) -> {
			throw new IllegalStateException("no decoration today");
		};
		on(servers.uris()).withPropertyValues("redlock.client-name=failed")
			.withBean(RedlockNodeDecorator.class, () -> broken)
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessage("no decoration today"));
		awaitNothingLeft(threads, "failed");
	}

	private static void awaitNothingLeft(LibraryThreads threads, String clientName) {
		Awaitility.await().untilAsserted(() -> {
			assertThat(threads.names()).isEmpty();
			assertThat(servers.all())
				.allSatisfy((server) -> assertThat(clients(server)).doesNotContain("name=" + clientName));
		});
	}

	private static String clients(TestNode server) {
		return String.valueOf(server.run(Protocol.Command.CLIENT, "LIST"));
	}

}
