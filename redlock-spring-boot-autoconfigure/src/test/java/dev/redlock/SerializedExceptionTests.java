package dev.redlock;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.redlock.NodeVote.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Exceptions that come from another process, such as by RMI or a job store.
 */
class SerializedExceptionTests {

	private static final Set<String> RESOURCES = Set.of("order:42");

	private static final List<NodeVote> VOTES = List
		.of(new NodeVote("redis-1", Verdict.FAILED, Duration.ofMillis(1), new IllegalStateException("sick")));

	@Test
	void aLockThatWasHeldKeepsWhatItSays() throws Exception {
		LockHeldException read = read(
				new LockHeldException(RESOURCES, Duration.ofSeconds(1), VOTES, Duration.ofSeconds(9)));
		assertThat(read.getResources()).isEqualTo(RESOURCES);
		assertThat(read.getWaited()).isEqualTo(Duration.ofSeconds(1));
		assertThat(read.getRemaining()).contains(Duration.ofSeconds(9));
		assertThat(read.getVotes()).isEmpty();
		assertThat(read).hasMessageContaining("redis-1").hasRootCauseMessage("sick");
	}

	@Test
	void aLossAnInterruptAndAnEndDoSoToo() throws Exception {
		LeaseLostException lost = read(new LeaseLostException(RESOURCES, LossReason.TAKEN));
		assertThat(lost.getResources()).isEqualTo(RESOURCES);
		assertThat(lost.getReason()).isEqualTo(LossReason.TAKEN);
		assertThat(read(new LockInterruptedException(RESOURCES, new InterruptedException())).getResources())
			.isEqualTo(RESOURCES);
		assertThat(read(new RedlockClosedException(RESOURCES)).getResources()).isEqualTo(RESOURCES);
	}

	@SuppressWarnings("unchecked")
	private static <T> T read(T exception) throws IOException, ClassNotFoundException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
			out.writeObject(exception);
		}
		try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
			return (T) in.readObject();
		}
	}

}
