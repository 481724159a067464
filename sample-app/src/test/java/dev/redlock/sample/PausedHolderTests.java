package dev.redlock.sample;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process that is stopped while it holds a lock, and goes on when others have it.
 */
class PausedHolderTests {

	private static final String KEY = "stock:chair";

	private static final Duration PATIENCE = Duration.ofSeconds(25);

	@RegisterExtension
	static final RedisNodes nodes = RedisNodes.of(5);

	@TempDir(cleanup = CleanupMode.ON_SUCCESS)
	static Path directory;

	private SampleProcess other;

	private SampleProcess holder;

	@BeforeEach
	void start() throws IOException {
		// The first one serves the database, so it is not the one to be stopped.
		this.other = thinking("other", "16s");
		this.holder = thinking("holder", "8s");
		assertThat(this.other.put("/stock/chair?quantity=10").status()).isEqualTo(200);
	}

	@AfterEach
	void stop() throws IOException {
		if (this.holder != null) {
			this.holder.resume();
			this.holder.close();
		}
		if (this.other != null) {
			this.other.close();
		}
	}

	@Test
	void aHolderThatWasStoppedBeyondItsTtlWritesNothingAlsoBeforeTheNextOneDoesAndTakesNoLockAway() throws IOException {
		CompletableFuture<Answer> stale = reserve(this.holder);
		awaitThinking(this.holder);
		String tokenOfHolder = nodes.get(0).get(KEY);
		this.holder.pause();
		CompletableFuture<Answer> owner = reserve(this.other);
		awaitThinking(this.other);
		String tokenOfOwner = nodes.get(0).get(KEY);
		assertThat(tokenOfOwner).isNotNull().isNotEqualTo(tokenOfHolder);
		awaitOnAllNodes(tokenOfOwner);
		this.holder.resume();
		Answer refused = stale.join();
		assertThat(refused.status()).as(refused.body()).isEqualTo(409);
		assertThat(refused.contentType()).isEqualTo("application/problem+json");
		assertThat(refused.json().get("reason").stringValue()).isEqualTo("stale");
		Awaitility.await("the loss to be counted").until(() -> value(this.holder, "redlock.lost") == 1);
		Awaitility.await("what is owed to be paid")
			.pollDelay(Duration.ofMillis(100))
			.atMost(PATIENCE)
			.until(() -> value(this.holder, "redlock.nodes?tag=state:up") == 5);
		assertThat(owner).as("the new owner still works").isNotDone();
		assertThat(nodes.all()).extracting((node) -> node.get(KEY)).containsOnly(tokenOfOwner);
		assertThat(this.other.stock("chair").stock()).isEqualTo(new Stock("chair", 10, 0));
		assertThat(owner.join()).extracting(Answer::status, Answer::stock)
			.containsExactly(201, new Stock("chair", 10, 1));
		assertThat(value(this.other, "redlock.extensions?tag=outcome:extended")).isPositive();
		assertThat(value(this.other, "redlock.lost")).as("no loss").isZero();
	}

	private SampleProcess thinking(String name, String time) throws IOException {
		return SampleProcess.start(directory, name, nodes.uris(), "--sample.think-time=" + time, "--redlock.ttl=5s",
				"--redlock.wait-time=15s", "--redlock.node-timeout=500ms");
	}

	private static CompletableFuture<Answer> reserve(SampleProcess instance) {
		return CompletableFuture.supplyAsync(() -> instance.reserve("chair"));
	}

	private static void awaitThinking(SampleProcess instance) {
		String about = new Stock("chair", 10, 0).toString();
		Awaitility.await("a reservation to hold the lock")
			.atMost(PATIENCE)
			.until(() -> instance.log().lines().anyMatch((line) -> line.contains("Thinking") && line.contains(about)));
	}

	private static void awaitOnAllNodes(String token) {
		List<TestNode> all = nodes.all();
		Awaitility.await(token).until(() -> all.stream().allMatch((node) -> Objects.equals(node.get(KEY), token)));
	}

	private static double value(SampleProcess instance, String meter) {
		JsonNode measurements = instance.get("/actuator/metrics/" + meter).json().path("measurements");
		return measurements.valueStream().mapToDouble((measurement) -> measurement.get("value").doubleValue()).sum();
	}

}
