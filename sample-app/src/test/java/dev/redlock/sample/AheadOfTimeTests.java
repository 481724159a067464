package dev.redlock.sample;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two instances of the application as {@code spring-boot:process-aot} made it.
 */
class AheadOfTimeTests {

	private static final int QUANTITY = 50;

	/**
	 * Many wait in line at the same time, on a machine that may stand still for a while.
	 */
	private static final String PATIENT = "--redlock.wait-time=15s";

	@RegisterExtension
	static final RedisNodes nodes = RedisNodes.of(5);

	@TempDir(cleanup = CleanupMode.ON_SUCCESS)
	static Path directory;

	private static SampleProcess first;

	private static SampleProcess second;

	@BeforeAll
	static void startInstances() throws IOException {
		first = SampleProcess.startAheadOfTime(directory, "first", nodes.uris(), PATIENT);
		second = SampleProcess.startAheadOfTime(directory, "second", nodes.uris(), PATIENT);
	}

	@AfterAll
	static void stopInstances() {
		first.close();
		second.close();
	}

	@Test
	void theApplicationIsTheProcessedOne() throws IOException {
		assertThat(first.log()).contains("Starting AOT-processed SampleApplication");
		assertThat(second.log()).contains("Starting AOT-processed SampleApplication");
	}

	@Test
	void exactlyWhatIsThereIsReservedOfTwoHundredConcurrentReservations() throws InterruptedException {
		setStock("guarded");
		List<Answer> answers = Rush.of(48, 200, (number) -> instance(number).reserve("guarded"));
		assertThat(answers).filteredOn((answer) -> answer.status() == 201).hasSize(QUANTITY);
		assertThat(answers).extracting(Answer::status).isSubsetOf(201, 409, 503);
		assertSoldOut("guarded");
	}

	@Test
	void killingTwoNodesInTheMiddleFailsNoReservation() throws InterruptedException {
		setStock("pair");
		AtomicInteger reserved = new AtomicInteger();
		CountDownLatch killed = new CountDownLatch(1);
		List<Answer> answers = Rush.of(16, 200, QUANTITY - 10, killed, (number) -> {
			Answer answer = instance(number).reserve("pair");
			if (answer.status() == 201 && reserved.incrementAndGet() == 15) {
				nodes.get(1).kill();
				nodes.get(3).kill();
				killed.countDown();
			}
			return answer;
		});
		assertThat(answers).filteredOn((answer) -> answer.status() == 201).hasSize(QUANTITY);
		assertThat(answers).filteredOn((answer) -> answer.status() == 409).hasSize(200 - QUANTITY);
		assertSoldOut("pair");
	}

	@Test
	void refusalsAreTheSameProblems() throws InterruptedException {
		setStock("foreign");
		nodes.all().forEach((node) -> node.set("stock:foreign", "somebody else"));
		Answer answer = first.reserve("foreign");
		assertThat(answer.status()).isEqualTo(503);
		assertThat(answer.json().get("reason").stringValue()).isEqualTo("held");
	}

	private static SampleProcess instance(int number) {
		return (number % 2 == 0) ? first : second;
	}

	private static void setStock(String sku) {
		assertThat(first.put("/stock/" + sku + "?quantity=" + QUANTITY).status()).isEqualTo(200);
	}

	private static void assertSoldOut(String sku) {
		assertThat(second.stock(sku).stock()).isEqualTo(new Stock(sku, QUANTITY, QUANTITY));
	}

}
