package dev.redlock.jedis;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;

class EncodedCommandsTests {

	private static final int THREADS = 200;

	private static final int ROUNDS = 500;

	private final EncodedCommands commands = new EncodedCommands();

	@Test
	void aCommandIsEncodedOnceForAllNodes() {
		NodeCommand command = acquire("order:42", "mine");
		EncodedCommand first = this.commands.of(command);
		assertThat(IntStream.range(0, 4).mapToObj((node) -> this.commands.of(command)))
			.allSatisfy((other) -> assertThat(other).isSameAs(first));
	}

	@Test
	void everyCommandIsSentAsItselfThoughTheLastOneIsKept() {
		assertThat(texts(this.commands.of(acquire("order:42", "mine")))).containsExactly("SET", "order:42", "mine",
				"NX", "PX", "10000");
		assertThat(texts(this.commands.of(acquire("order:42", "yours")))).contains("yours").doesNotContain("mine");
		assertThat(texts(this.commands.of(new Release(List.of("order:42"), "yours", 0, true)))).contains("EVALSHA",
				"order:42", "yours");
	}

	@Test
	void aBatchIsEncodedOnceForAllNodes() {
		List<Release> releases = List.of(release("order:42", "mine"), release("order:43", "also"));
		EncodedCommand first = this.commands.of(releases);
		assertThat(IntStream.range(0, 4).mapToObj((node) -> this.commands.of(List.copyOf(releases))))
			.allSatisfy((other) -> assertThat(other).isSameAs(first));
	}

	@Test
	void everyBatchIsSentAsItselfThoughTheLastOneIsKept() {
		Release first = release("order:42", "mine");
		Release second = release("order:43", "also");
		assertThat(texts(this.commands.of(List.of(first, second)))).endsWith("2", "order:42", "order:43", "mine also");
		assertThat(texts(this.commands.of(List.of(second, first)))).endsWith("2", "order:43", "order:42", "also mine");
		assertThat(texts(this.commands.of(List.of(second, first, release("order:44", "third"))))).endsWith("3",
				"order:43", "order:42", "order:44", "also mine third");
		assertThat(texts(this.commands.of(List.of(second, release("order:42", "yours"))))).endsWith("2", "order:43",
				"order:42", "also yours");
	}

	@Test
	void noThreadIsGivenTheCommandOfAnother() throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(THREADS);
		try {
			List<Callable<Boolean>> tasks = IntStream.range(0, THREADS)
				.<Callable<Boolean>>mapToObj((thread) -> () -> getsItsOwnOnly(thread))
				.toList();
			for (Future<Boolean> own : executor.invokeAll(tasks)) {
				assertThat(own.get()).isTrue();
			}
		}
		finally {
			executor.shutdownNow();
		}
	}

	private boolean getsItsOwnOnly(int thread) {
		return IntStream.range(0, ROUNDS).allMatch((round) -> {
			NodeCommand command = acquire("key:" + thread, "token:" + round);
			List<Release> batch = List.of(release("key:" + thread, "token:" + round), release("other", "b"));
			return IntStream.range(0, 5)
				.allMatch((node) -> texts(this.commands.of(command))
					.equals(List.of("SET", "key:" + thread, "token:" + round, "NX", "PX", "10000"))
						&& texts(this.commands.of(batch)).subList(3, 6)
							.equals(List.of("key:" + thread, "other", "token:" + round + " b")));
		});
	}

	private static Release release(String key, String token) {
		return new Release(List.of(key), token, 0, true);
	}

	private static Acquire acquire(String key, String token) {
		return new Acquire(List.of(key), token, 10_000, false);
	}

	private static List<String> texts(EncodedCommand encoded) {
		return Texts.of(encoded.arguments());
	}

}
