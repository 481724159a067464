package dev.redlock.autoconfigure;

import java.util.Objects;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.aop.LockContext;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What re-entrance costs on the nodes.
 */
class ReentranceOnRealRedisTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class))
		.withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=5s")
		.withBean(Orders.class);

	@Test
	void anInnerCallSendsNoCommandAndTheOuterOneReleases() {
		this.runner.withPropertyValues("redlock.nodes=" + servers.uris()).run((context) -> {
			Orders orders = context.getBean(Orders.class);
			Redlock redlock = context.getBean(Redlock.class);
			long before = commands();
			orders.locked("42", () -> {
				Lease lease = LockContext.currentLease();
				// A quorum is enough for the lease; the last node may count its command
				// later.
				Awaitility.await().until(() -> nodesWith(lease.token()) == 3);
				long outside = commands();
				assertThat(outside).isGreaterThan(before);
				assertThat(orders.<Lease>locked("42", LockContext::currentLease)).isSameAs(lease);
				assertThat(executed(redlock, "order:42")).isSameAs(lease);
				assertThat(commands()).isEqualTo(outside);
				assertThat(nodesWith(lease.token())).isEqualTo(3);
				return null;
			});
			Awaitility.await().until(() -> nodesWith(null) == 3);
		});
	}

	private static long nodesWith(@Nullable String token) {
		return servers.all().stream().filter((server) -> Objects.equals(token, server.get("order:42"))).count();
	}

	private static Lease executed(Redlock redlock, String resource) {
		try {
			return redlock.execute(LockRequest.of(resource), (lease) -> lease);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Counts what locks send, on all servers.
	 */
	private static long commands() {
		return servers.all()
			.stream()
			.flatMap((server) -> ((String) server.run(Command.INFO, "commandstats")).lines())
			.filter((line) -> line.matches("cmdstat_(set|del|eval|evalsha|script).*:calls=.*"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
			.sum();
	}

	static class Orders {

		@DistributedLock(name = "order", key = "#id")
		<T> T locked(String id, Supplier<T> body) {
			return body.get();
		}

	}

}
