package dev.redlock.jedis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A link that ends for want of memory ends while there is none, and is told of once.
 */
class ReconnectionTests {

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1) {

		@Override
		public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
			throw new OutOfMemoryError("scripted to throw");
		}

	};

	private final Deque<Error> failures = new ArrayDeque<>();

	private final List<Thread> threads = new ArrayList<>();

	private final Lane lane = new Lane();

	private final Reconnection reconnection = new Reconnection(new Background("redlock-test", this.timer, this::start),
			this.lane);

	private final Link link = new Link(new CountingWire(), new EncodedCommands(), () -> 0, 1, 0,
			new RecordingOwner(() -> 0));

	@AfterEach
	void shutDown() {
		this.timer.shutdownNow();
	}

	@Test
	void aLaneThatCouldNotPartWithItsLinkDoesSoLaterAndConnectsAnew() {
		this.failures.add(new OutOfMemoryError("scripted to throw"));
		IllegalStateException cause = new IllegalStateException("broken");
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> this.reconnection.after(this.link, cause));
		assertThat(this.threads).isEmpty();
		this.reconnection.makeUp();
		assertThat(this.lane.parted).containsExactly(this.link);
		assertThat(this.lane.causes).containsExactly(cause);
		assertThat(this.threads).hasSize(1);
	}

	@Test
	void aLaneForWhichThereWasNoThreadConnectsLater() {
		this.lane.failing = false;
		this.failures.add(new OutOfMemoryError("unable to create native thread"));
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> this.reconnection.after(this.link, null));
		this.reconnection.makeUp();
		assertThat(this.lane.parted).containsExactly(this.link);
		assertThat(this.threads).hasSize(1);
	}

	@Test
	void aLaneThatConnectsOrIsConnectedIsLeftAlone() {
		this.reconnection.begin();
		this.reconnection.makeUp();
		this.reconnection.begin();
		assertThat(this.threads).hasSize(1);
		this.lane.linked = true;
		this.reconnection.over();
		this.reconnection.makeUp();
		this.reconnection.begin();
		assertThat(this.threads).hasSize(1);
	}

	private void start(Thread thread) {
		if (!this.lane.failing) {
			failIfToldTo();
		}
		this.threads.add(thread);
	}

	private void failIfToldTo() {
		Error failure = this.failures.poll();
		if (failure != null) {
			throw failure;
		}
	}

	private final class Lane implements LaneCycle {

		private final List<Link> parted = new ArrayList<>();

		private final List<@Nullable Throwable> causes = new ArrayList<>();

		private boolean failing = true;

		private boolean linked;

		@Override
		public boolean isOpen() {
			return true;
		}

		@Override
		public boolean isLinked() {
			return this.linked;
		}

		@Override
		public @Nullable Link newLink() {
			return null;
		}

		@Override
		public void serve(Link link) {
		}

		@Override
		public void partWith(Link link, @Nullable Throwable cause) {
			if (this.failing) {
				failIfToldTo();
			}
			this.parted.add(link);
			this.causes.add(cause);
		}

	}

}
