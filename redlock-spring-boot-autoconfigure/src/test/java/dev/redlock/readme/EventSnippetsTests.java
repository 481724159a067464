package dev.redlock.readme;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.autoconfigure.RedlockEngine;
import dev.redlock.autoconfigure.RedlockEventsAutoConfiguration;
import dev.redlock.readme.EventSnippets.Alarm;
import dev.redlock.readme.EventSnippets.NodeChanges;
import dev.redlock.readme.EventSnippets.Pager;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The snippets of the documentation about events do what it says.
 */
@Timeout(60)
class EventSnippetsTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	@Test
	void nodesAndLossesAreTold() {
		Queue<String> pages = new ConcurrentLinkedQueue<>();
		new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(RedlockAutoConfiguration.class, RedlockEventsAutoConfiguration.class))
			.withPropertyValues("redlock.nodes=" + servers.uris(), "redlock.restart-guard=false",
					"redlock.events.enabled=true")
			.withBean(Pager.class, () -> pages::add)
			.withBean(NodeChanges.class)
			.withBean(Alarm.class)
			.run((context) -> {
				context.getBean(Redlock.class).acquire(LockRequest.of("order:42"));
				context.getBean(RedlockEngine.class).redlock().revoke("order:42");
				Awaitility.await().until(() -> pages.contains("Lost [order:42]: REVOKED"));
				servers.get(0).kill();
				Awaitility.await()
					.until(() -> pages.stream()
						.anyMatch(
								(page) -> page.startsWith("127.0.0.1:" + servers.get(0).port() + " does not vote: ")));
				assertThat(context.getBean(NodeChanges.class).changes()).isGreaterThanOrEqualTo(2);
			});
	}

}
