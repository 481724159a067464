package dev.redlock.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.test.RedisNodes;
import dev.redlock.test.TestNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two instances of the application on the same nodes and the same database.
 */
class TwoInstancesTests {

	private static final int NODES = 5;

	private static final int QUANTITY = 50;

	/**
	 * Many wait in line at the same time, on a machine that may stand still for a while.
	 */
	private static final String PATIENT = "--redlock.wait-time=15s";

	/**
	 * The default of {@code redlock.wait-time}, and what HTTP and a busy machine may add.
	 */
	private static final Duration ANSWER_BOUND = Duration.ofSeconds(3).plusSeconds(12);

	@RegisterExtension
	static final RedisNodes nodes = RedisNodes.of(NODES);

	@TempDir(cleanup = CleanupMode.ON_SUCCESS)
	static Path directory;

	private static final List<SampleProcess> instances = new ArrayList<>();

	/**
	 * One that refuses soon.
	 */
	private static SampleProcess impatient;

	@BeforeAll
	static void startInstances() throws IOException {
		instances.add(SampleProcess.start(directory, "first", nodes.uris(), PATIENT));
		instances.add(SampleProcess.start(directory, "second", nodes.uris(), PATIENT));
		impatient = SampleProcess.start(directory, "impatient", nodes.uris());
	}

	@AfterAll
	static void stopInstances() {
		if (impatient != null) {
			impatient.close();
		}
		instances.forEach(SampleProcess::close);
		instances.clear();
	}

	@BeforeEach
	void awaitNodes() {
		instances.forEach((instance) -> awaitUp(instance, NODES));
		awaitUp(impatient, NODES);
	}

	@Test
	void exactlyWhatIsThereIsReservedOfTwoHundredConcurrentReservations() throws InterruptedException {
		setStock("guarded");
		List<Answer> answers = Rush.of(48, 200, (number) -> instance(number).reserve("guarded"));
		assertThat(statuses(answers)).containsEntry(201, (long) QUANTITY);
		assertThat(answers).extracting(Answer::status).isSubsetOf(201, 409, 503);
		assertSoldOut("guarded");
	}

	@Test
	void moreThanIsThereIsSoldWithoutTheLock() throws InterruptedException {
		setStock("unguarded");
		List<Answer> answers = Rush.of(48, 200, (number) -> instance(number).reserveUnguarded("unguarded"));
		assertThat(statuses(answers).get(201)).isGreaterThan(QUANTITY);
	}

	@ParameterizedTest
	@MethodSource("pairsOfNodes")
	void killingTwoNodesInTheMiddleFailsNoReservation(int one, int other) throws InterruptedException {
		String sku = "pair-" + one + "-" + other;
		setStock(sku);
		AtomicInteger reserved = new AtomicInteger();
		AtomicInteger reservedAtKill = new AtomicInteger();
		CountDownLatch killed = new CountDownLatch(1);
		List<Answer> answers = Rush.of(16, 200, QUANTITY - 10, killed, (number) -> {
			Answer answer = instance(number).reserve(sku);
			if (answer.status() == 201 && reserved.incrementAndGet() == 15) {
				nodes.get(one).kill();
				nodes.get(other).kill();
				reservedAtKill.set(reserved.get());
				killed.countDown();
			}
			return answer;
		});
		assertThat(reservedAtKill).hasValueBetween(15, QUANTITY - 1);
		assertThat(nodes.all()).filteredOn(TestNode::isAnswering).hasSize(NODES - 2);
		assertThat(statuses(answers)).as(() -> refusals(answers))
			.isEqualTo(Map.of(201, (long) QUANTITY, 409, 200L - QUANTITY));
		assertSoldOut(sku);
	}

	static Stream<Arguments> pairsOfNodes() {
		return IntStream.range(0, NODES)
			.boxed()
			.flatMap((one) -> IntStream.range(one + 1, NODES).mapToObj((other) -> Arguments.of(one, other)));
	}

	@Test
	void withThreeNodesDownNothingIsReservedUntilOneOfThemIsBack() throws InterruptedException {
		setStock("outage");
		List.of(0, 2, 4).forEach((index) -> nodes.get(index).kill());
		List<Answer> answers = Rush.of(8, 8, (number) -> impatient.reserve("outage"));
		assertThat(answers).allSatisfy((answer) -> {
			assertProblem(answer, "unavailable");
			assertThat(answer.votes()).hasSize(NODES);
			assertThat(nodes.all()).allSatisfy((node) -> assertThat(answer.votes()).anyMatch(isVoteOf(node, "")));
		});
		assertThat(stock("outage")).isEqualTo(new Stock("outage", QUANTITY, 0));
		nodes.get(2).restart();
		assertThat(instances).allSatisfy((instance) -> assertReserves(instance, "outage"));
		assertThat(stock("outage")).isEqualTo(new Stock("outage", QUANTITY, 2));
	}

	@Test
	void anInstanceStartsWithoutNodesAndWorksWhenTheyCome() throws IOException {
		nodes.all().forEach(TestNode::kill);
		try (SampleProcess lone = SampleProcess.start(Files.createDirectory(directory.resolve("lone")), "lone",
				nodes.uris())) {
			Answer answer = lone.put("/stock/lone?quantity=1");
			assertProblem(answer, "unavailable");
			assertThat(answer.votes()).hasSize(NODES);
			assertThat(nodes.all())
				.allSatisfy((node) -> assertThat(answer.votes()).anyMatch(isVoteOf(node, "UNREACHABLE")));
			nodes.all().forEach(TestNode::restart);
			assertThat(lone.put("/stock/lone?quantity=1").status()).isEqualTo(200);
			assertReserves(lone, "lone");
		}
	}

	@Test
	void aForeignValueOnThreeNodesIsAHeldLockAndStays() throws InterruptedException {
		setStock("foreign");
		List<TestNode> holders = nodes.all().subList(1, 4);
		holders.forEach((node) -> node.set("stock:foreign", "somebody else"));
		List<Answer> answers = Rush.of(2, 2, (number) -> impatient.reserve("foreign"));
		assertThat(answers).allSatisfy((answer) -> assertProblem(answer, "held"));
		assertThat(holders).allSatisfy((node) -> assertThat(node.get("stock:foreign")).isEqualTo("somebody else"));
		Awaitility.await("the grants of the lost attempts to be released")
			.until(() -> nodes.get(0).get("stock:foreign") == null && nodes.get(4).get("stock:foreign") == null);
		assertThat(stock("foreign")).isEqualTo(new Stock("foreign", QUANTITY, 0));
	}

	@Test
	void reservationsShowInTheMeters() {
		setStock("metered");
		assertThat(instances).allSatisfy((instance) -> {
			double before = quorumCalls(instance);
			assertReserves(instance, "metered");
			assertThat(quorumCalls(instance)).isGreaterThan(before);
			assertThat(instance.get("/actuator/prometheus").body().lines())
				.anyMatch((line) -> line.startsWith("redlock_quorum_seconds_count{")
						&& line.contains("operation=\"acquire\"") && line.contains("outcome=\"reached\""));
		});
	}

	private static SampleProcess instance(int number) {
		return instances.get(number % instances.size());
	}

	private static void setStock(String sku) {
		assertThat(instance(0).put("/stock/" + sku + "?quantity=" + QUANTITY).status()).isEqualTo(200);
	}

	private static Stock stock(String sku) {
		return instance(1).stock(sku).stock();
	}

	private static Map<Integer, Long> statuses(List<Answer> answers) {
		return answers.stream().collect(Collectors.groupingBy(Answer::status, Collectors.counting()));
	}

	private static String refusals(List<Answer> answers) {
		return answers.stream()
			.filter((answer) -> answer.status() == 503)
			.map(Answer::body)
			.collect(Collectors.joining("\n", "refused:\n", ""));
	}

	private static void assertSoldOut(String sku) {
		assertThat(stock(sku)).isEqualTo(new Stock(sku, QUANTITY, QUANTITY));
	}

	private static void assertReserves(SampleProcess instance, String sku) {
		assertThat(instance.reserve(sku)).extracting(Answer::status).isEqualTo(201);
	}

	private static void assertProblem(Answer answer, String reason) {
		assertThat(answer.status()).as(answer.body()).isEqualTo(503);
		assertThat(answer.contentType()).isEqualTo("application/problem+json");
		assertThat(answer.json().get("reason").stringValue()).isEqualTo(reason);
		assertThat(answer.took()).isLessThan(ANSWER_BOUND);
	}

	private static Predicate<String> isVoteOf(TestNode node, String verdict) {
		return (vote) -> vote.startsWith("127.0.0.1:" + node.port() + "=" + verdict);
	}

	private static void awaitUp(SampleProcess instance, int count) {
		Awaitility.await("nodes to be up")
			.until(() -> instance.get("/actuator/metrics/redlock.nodes?tag=state:up").measured("VALUE") == count);
	}

	private static double quorumCalls(SampleProcess instance) {
		return instance.get("/actuator/metrics/redlock.quorum").measured("COUNT");
	}

}
