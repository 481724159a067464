package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class InOrderTests {

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

	private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();

	private final InOrder inOrder = new InOrder(new Background("redlock-test", this.timer, this.threads::add));

	private final List<Integer> ran = new ArrayList<>();

	@AfterEach
	void shutDown() {
		this.timer.shutdownNow();
	}

	@Test
	void oneThreadRunsAllInOrderAndEnds() {
		for (int i = 0; i < 3; i++) {
			add(i);
		}
		assertThat(this.threads).hasSize(1);
		this.threads.remove().run();
		assertThat(this.ran).containsExactly(0, 1, 2);
		add(3);
		this.threads.remove().run();
		assertThat(this.ran).containsExactly(0, 1, 2, 3);
		assertThat(this.threads).isEmpty();
	}

	@Test
	void whatFailsEndsNothing() {
		this.inOrder.execute(() -> {
			throw new LinkageError("no log");
		});
		add(1);
		this.threads.remove().run();
		assertThat(this.ran).containsExactly(1);
	}

	@Test
	void whatHasNoThreadRunsWithWhatComesNext() {
		List<Runnable> started = new ArrayList<>();
		InOrder inOrder = new InOrder(new Background("redlock-test", this.timer, (thread) -> {
			started.add(thread);
			if (started.size() == 1) {
				throw new LinkageError("once");
			}
		}));
		assertThatThrownBy(() -> inOrder.execute(() -> this.ran.add(0))).isInstanceOf(LinkageError.class);
		inOrder.execute(() -> this.ran.add(1));
		started.get(1).run();
		assertThat(this.ran).containsExactly(0, 1);
	}

	private void add(int number) {
		this.inOrder.execute(() -> this.ran.add(number));
	}

}
