package dev.redlock.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LockInspection;
import dev.redlock.LockRequest;
import dev.redlock.ReleaseOutcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The locks in memory do what the Javadoc of {@link dev.redlock.Redlock} promises.
 */
class InMemoryRedlockTests extends AbstractInMemoryTests {

	@Test
	void aResourceHasOneOwner() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		assertThat(lease.isValid()).isTrue();
		assertThat(lease.resources()).containsExactly("order:42");
		assertThat(lease.token()).matches("[0-9a-f]{40}");
		assertThat(this.redlock.tryAcquire(ORDER)).isEmpty();
		assertThat(this.redlock.tryAcquire(ORDER.withResources(List.of("order:43")))).isPresent();
		assertThat(lease.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(lease.isValid()).isFalse();
		assertThat(this.redlock.tryAcquire(ORDER)).isPresent();
	}

	@Test
	void fencingTokensIncreaseOverResetsAndContexts() throws Exception {
		List<Long> tokens = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			try (InMemoryRedlock another = new InMemoryRedlock()) {
				for (int j = 0; j < 3; j++) {
					try (Lease lease = another.acquire(ORDER.withFencing())) {
						tokens.add(lease.fencingToken().orElseThrow());
					}
					another.reset();
				}
			}
		}
		assertThat(tokens).doesNotHaveDuplicates().isSorted();
		assertThat(this.redlock.acquire(ORDER).fencingToken()).isEqualTo(OptionalLong.empty());
	}

	@Test
	void severalResourcesAreLockedAllOrNone() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		LockRequest both = ORDER.withResources(List.of("order:41", "order:42"));
		assertThat(this.redlock.tryAcquire(both)).isEmpty();
		assertThat(isFree("order:41")).isTrue();
		Future<Lease> waiter = waitFor(() -> this.redlock.acquire(both.withWaitTime(Duration.ofSeconds(30))));
		lease.close();
		assertThat(waiter.get().release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThat(isFree("order:41") && isFree("order:42")).isTrue();
	}

	@Test
	void anAsynchronousAcquireFailsLikeAnotherOne() throws Exception {
		this.redlock.acquire(ORDER);
		assertThat(this.redlock.acquireAsync(ORDER)).failsWithin(Duration.ofSeconds(10))
			.withThrowableThat()
			.withCauseInstanceOf(LockHeldException.class);
	}

	@Test
	void executeReleasesAfterTheAction() throws Exception {
		assertThat(this.redlock.<String>execute(ORDER, (lease) -> "held: " + lease.isValid())).isEqualTo("held: true");
		assertThat(isFree("order:42")).isTrue();
		assertThatExceptionOfType(NumberFormatException.class)
			.isThrownBy(() -> this.redlock.execute(ORDER, (lease) -> Integer.parseInt("none")));
		assertThat(isFree("order:42")).isTrue();
	}

	@Test
	void aLeaseIsAdopted() throws Exception {
		Lease lease = this.redlock.acquire(ORDER);
		Lease adopted = this.redlock.adopt("order:42", lease.token(), TTL);
		assertThat(adopted.release()).isEqualTo(ReleaseOutcome.RELEASED);
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.redlock.adopt("order:42", lease.token(), TTL));
	}

	@Test
	void aResourceIsInspected() throws Exception {
		assertThat(this.redlock.inspect("order:42").held()).isFalse();
		this.redlock.acquire(ORDER);
		LockInspection inspection = this.redlock.inspect("order:42");
		assertThat(inspection.held()).isTrue();
		assertThat(inspection.remaining()).isEqualTo(TTL);
	}

}
