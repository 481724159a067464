package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Heal;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;

class WriteOrderTests {

	@Test
	void releasesBecomeOneCommandThatComesFirst() {
		Call acquire = acquire("a");
		Call first = release("b");
		Call other = acquire("c");
		Call second = release("d");
		List<Exchange> order = WriteOrder.of(List.of(acquire, first, other, second));
		assertThat(order).hasSize(3);
		assertThat(order.get(0)).isInstanceOf(ReleaseBatch.class);
		assertThat(order.get(0).calls()).containsExactly(first, second);
		assertThat(order.subList(1, 3)).containsExactly(acquire, other);
	}

	@Test
	void s4AReleaseStaysBehindAnAcquireOfItsTokenThatIsStillToBeWritten() {
		Call acquire = acquire("a");
		Call release = release("a");
		List<Exchange> order = WriteOrder.of(List.of(release("b"), acquire, release, release("c")));
		assertThat(order).hasSize(3);
		assertThat(order.subList(1, 3)).containsExactly(acquire, release);
	}

	@Test
	void s4AReleaseStaysBehindAHealOfItsToken() {
		Call heal = Call.of(new Heal(List.of("key-a"), "a", 1000), (reply) -> {
		}, 0);
		Call release = release("a");
		List<Exchange> order = WriteOrder.of(List.of(release("b"), heal, release, release("c")));
		assertThat(order.subList(1, 3)).containsExactly(heal, release);
	}

	@Test
	void aReleaseDoesNotOvertakeWhatAnotherWantsOfItsKey() {
		Call other = of(new Acquire(List.of("key-a"), "other", 1000, false));
		Call release = release("a");
		List<Exchange> order = WriteOrder.of(List.of(release("b"), other, release, release("c")));
		assertThat(order.subList(1, 3)).containsExactly(other, release);
	}

	@Test
	void aReleaseDoesNotOvertakeWhatIsAboutItsKeyAndOthers() {
		Call both = of(new Acquire(List.of("key-z", "key-a"), "other", 1000, false));
		Call release = release("a");
		List<Exchange> order = WriteOrder.of(List.of(release("b"), both, release, release("c")));
		assertThat(order.subList(1, 3)).containsExactly(both, release);
	}

	@Test
	void aReleaseDoesNotOvertakeTheBatchThatHasToBeSentAgainForItsKey() {
		ReleaseBatch batch = new ReleaseBatch(List.of(release("x"), release("a")));
		Call release = release("a");
		List<Exchange> order = WriteOrder.of(List.of(release("b"), batch, release, release("c")));
		assertThat(order.subList(1, 3)).containsExactly(batch, release);
	}

	@Test
	void releasesComeFirstAlsoBeforeCommandsForKeysOfTheSameHash() {
		Call acquire = acquire("Aa");
		Call release = release("BB");
		Call other = release("c");
		assertThat(acquire.keys().get(0)).hasSameHashCodeAs(release.keys().get(0));
		List<Exchange> order = WriteOrder.of(List.of(acquire, release, other));
		assertThat(order).hasSize(2);
		assertThat(order.get(0).calls()).containsExactly(release, other);
	}

	@Test
	void oneReleaseStaysWhereItIs() {
		List<Exchange> queued = List.of(acquire("a"), release("b"), acquire("c"));
		assertThat(WriteOrder.of(queued)).isEqualTo(queued);
	}

	@Test
	void releasesThatAnotherScriptHasToDoStayWhereTheyAre() {
		assertStay((token) -> new Release(List.of("k"), token, 1, false));
		assertStay((token) -> new Release(List.of("k"), token, 1, true, 50));
		assertStay((token) -> new Release(List.of("k", "l"), token, 1, true));
		assertStay((token) -> new Acquire(List.of("k"), token, 1, true));
	}

	@Test
	void aReleaseWhoseTokenCouldBeTakenForTwoGoesAlone() {
		List<Exchange> queued = List.of(release("a"), release("b c"));
		assertThat(WriteOrder.of(queued)).isEqualTo(queued);
	}

	private static void assertStay(Function<String, NodeCommand> command) {
		List<Exchange> queued = List.of(of(command.apply("a")), Call.ping(0), of(command.apply("b")));
		assertThat(WriteOrder.of(queued)).isEqualTo(queued);
	}

	@Test
	void aReleaseThatMustGoAloneDoes() {
		Call single = release("a");
		single.staySingle();
		List<Exchange> queued = List.of(acquire("b"), single, release("c"));
		assertThat(WriteOrder.of(queued)).isEqualTo(queued);
	}

	@Test
	void aBatchThatIsSentAgainStaysWhole() {
		ReleaseBatch batch = new ReleaseBatch(List.of(release("a"), release("b")));
		List<Exchange> order = WriteOrder.of(List.of(acquire("c"), batch, release("d"), release("e")));
		assertThat(order).hasSize(3).endsWith(batch);
	}

	@Test
	void noBatchKeepsTheServerFromItsOtherClientsForLong() {
		List<Exchange> queued = IntStream.range(0, 150).<Exchange>mapToObj((i) -> release("token-" + i)).toList();
		assertThat(WriteOrder.of(queued)).extracting(Exchange::size).containsExactly(64, 64, 22);
	}

	@Test
	void whateverIsSentTheCommandsOfAKeyKeepTheirOrderAndNoneIsLost() {
		LongStream.range(0, 5000).forEach((seed) -> {
			List<Call> queued = random(new Random(seed));
			List<Call> order = WriteOrder.of(new ArrayList<>(queued))
				.stream()
				.flatMap((exchange) -> exchange.calls().stream())
				.toList();
			assertThat(order).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(queued);
			assertThat(byKeys(order)).as("seed %d", seed).isEqualTo(byKeys(queued));
		});
	}

	private static List<Call> random(Random random) {
		return IntStream.range(0, random.nextInt(40)).mapToObj((i) -> of(command(random))).toList();
	}

	private static NodeCommand command(Random random) {
		String token = "token-" + random.nextInt(12);
		List<String> keys = List.of("key-" + random.nextInt(12));
		return switch (random.nextInt(5)) {
			case 0 -> new Acquire(keys, token, 1000, random.nextBoolean());
			case 1 -> new Extend(keys, token, 1000);
			case 2 -> new Heal(keys, token, 1000);
			default -> new Release(keys, token, 1, random.nextInt(4) > 0);
		};
	}

	private static Map<List<String>, List<Call>> byKeys(List<Call> calls) {
		return calls.stream().collect(Collectors.groupingBy(Call::keys));
	}

	private static Call acquire(String token) {
		return of(new Acquire(List.of("key-" + token), token, 1000, false));
	}

	private static Call release(String token) {
		return of(new Release(List.of("key-" + token), token, 1, true));
	}

	private static Call of(NodeCommand command) {
		return Call.of(command, (reply) -> {
		}, 0);
	}

}
