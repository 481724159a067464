package dev.redlock.autoconfigure;

import java.net.URLDecoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoint over HTTP, on real servers.
 */
@Timeout(120)
class RedlockEndpointTests {

	private static final String TOKEN = "(?s).*[0-9a-f]{40}.*";

	private static final String SECONDS = "PT[\\d.]+S";

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	private static ActuatorApplication application;

	@BeforeAll
	static void start() {
		application = ActuatorApplication.start(servers, "redlock.restart-guard=false", "redlock.node-timeout=500ms");
	}

	@AfterAll
	static void close() {
		application.close();
	}

	@BeforeEach
	void awaitNodes() {
		Awaitility.await()
			.until(() -> application.bean(RedlockNodes.class)
				.asList()
				.stream()
				.allMatch((node) -> node.status().state() == State.UP && node.status().roundTrip() != null));
	}

	@Test
	void showsTheNodes() throws Exception {
		Map<String, Object> body = application.json("redlock");
		assertThat(body).containsEntry("quorum", 2).containsEntry("leases", List.of());
		assertThat(body.get("nodes")).asInstanceOf(InstanceOfAssertFactories.LIST)
			.hasSize(3)
			.first()
			.asInstanceOf(InstanceOfAssertFactories.MAP)
			.containsOnlyKeys("name", "state", "since", "version", "roundTrip")
			.containsEntry("name", "127.0.0.1:" + servers.get(0).port())
			.containsEntry("state", "UP")
			.hasEntrySatisfying("since", (since) -> assertThat(since).asString().matches("\\d{4}-\\d\\d-\\d\\dT.*Z"))
			.hasEntrySatisfying("version", (version) -> assertThat(version).asString().matches("\\d+\\.\\d+.*"))
			.hasEntrySatisfying("roundTrip", (roundTrip) -> assertThat(roundTrip).asString().matches(SECONDS));
	}

	@Test
	void showsTheLeasesOfThisProcess() throws Exception {
		try (Lease lease = acquire(LockRequest.of("order:42").withName("orders").withFencing())) {
			lease.extend(Duration.ofSeconds(30));
			assertThat(application.json("redlock").get("leases")).asInstanceOf(InstanceOfAssertFactories.LIST)
				.singleElement()
				.asInstanceOf(InstanceOfAssertFactories.MAP)
				.containsOnlyKeys("resources", "name", "heldFor", "validityLeft", "extensions", "fencingToken")
				.containsEntry("resources", List.of("order:42"))
				.containsEntry("name", "orders")
				.containsEntry("extensions", 1)
				.containsEntry("fencingToken", lease.fencingToken().getAsLong())
				.hasEntrySatisfying("heldFor", (heldFor) -> assertThat(heldFor).asString().matches(SECONDS))
				.hasEntrySatisfying("validityLeft", (left) -> assertThat(left).asString().matches(SECONDS));
		}
		assertThat(application.json("redlock")).containsEntry("leases", List.of());
	}

	@ParameterizedTest
	@ValueSource(strings = { "order:42", "stock/eu/7:a", "a:b/c:d", "caf%C3%A9%20%2B%251" })
	void inspectsAResource(String path) throws Exception {
		String resource = URLDecoder.decode(path, StandardCharsets.UTF_8);
		assertThat(application.json("redlock/" + path)).containsOnlyKeys("resource", "held", "heldHere", "nodes")
			.containsEntry("resource", resource)
			.containsEntry("held", false)
			.containsEntry("heldHere", false);
		try (Lease lease = acquire(LockRequest.of(resource))) {
			assertThat(lease.isValid()).isTrue();
			Map<String, Object> body = application.json("redlock/" + path);
			assertThat(body).containsEntry("held", true)
				.containsEntry("heldHere", true)
				.hasEntrySatisfying("remaining", (left) -> assertThat(left).asString().matches(SECONDS));
			assertThat(body.get("nodes")).asInstanceOf(InstanceOfAssertFactories.LIST)
				.hasSize(3)
				.first()
				.asInstanceOf(InstanceOfAssertFactories.MAP)
				.containsOnlyKeys("name", "state", "remaining")
				.containsEntry("name", "127.0.0.1:" + servers.get(0).port())
				.containsEntry("state", "HELD");
		}
	}

	@Test
	void tellsTheLockOfAnotherProcessFromOurs() throws Exception {
		String foreign = "0123456789abcdef0123456789abcdef01234567";
		servers.all().forEach((server) -> server.set("foreign", foreign));
		String text = application.text("redlock/foreign");
		assertThat(ActuatorApplication.parse(text)).containsEntry("held", true)
			.containsEntry("heldHere", false)
			.doesNotContainKey("remaining");
		assertThat(text).doesNotContain(foreign);
	}

	@Test
	void neverShowsTheTokenThatProvesOwnership() throws Exception {
		try (Lease lease = acquire(LockRequest.of("secret").withFencing())) {
			assertThat(lease.token()).matches(TOKEN);
			for (String path : List.of("redlock", "redlock/secret", "health", "health/redlock")) {
				String body = application.text(path);
				assertThat(body).as(path).contains("127.0.0.1:" + servers.get(0).port()).doesNotMatch(TOKEN);
			}
		}
	}

	@Test
	void aMissingResourceIsABadRequest() throws Exception {
		assertThat(application.status("GET", "redlock/")).isIn(400, 404);
		assertThat(application.status("GET", "redlock/%20")).isEqualTo(400);
	}

	@ParameterizedTest
	@ValueSource(strings = { "DELETE", "POST", "PUT", "PATCH" })
	void changesNothing(String method) throws Exception {
		try (Lease lease = acquire(LockRequest.of("kept"))) {
			assertThat(application.status(method, "redlock/kept")).isEqualTo(405);
			assertThat(application.status(method, "redlock")).isEqualTo(405);
			assertThat(lease.isValid()).isTrue();
			assertThat(servers.get(0).get("kept")).isEqualTo(lease.token());
		}
	}

	@Test
	void answersWhileANodeIsSilent() throws Exception {
		servers.get(2).pause();
		HttpResponse<String> response = application.send("GET", "redlock/any");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).contains("\"UNKNOWN\"");
		Awaitility.await().untilAsserted(() -> assertThat(application.text("redlock")).contains("\"DOWN\""));
		assertThat(application.text("health/redlock")).contains("\"detail\"").contains("\"UP\"");
	}

	private static Lease acquire(LockRequest request) throws InterruptedException {
		return application.bean(Redlock.class).acquire(request);
	}

}
