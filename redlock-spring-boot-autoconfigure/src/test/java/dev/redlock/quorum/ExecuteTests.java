package dev.redlock.quorum;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.redlock.LeaseLostException;
import dev.redlock.LockHeldException;
import dev.redlock.LossReason;
import dev.redlock.RedlockListener;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ExecuteTests {

	private final Cluster cluster = new Cluster(5);

	@Test
	void theActionRunsUnderTheLockWhichIsReleasedAfterIt() throws Exception {
		String result = this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> {
			assertThat(lease.isValid()).isTrue();
			assertThat(this.cluster.values(Cluster.KEY)).hasSize(5).containsOnly(lease.token());
			return "result";
		});
		assertThat(result).isEqualTo("result");
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void theActionMayReturnNull() throws Exception {
		Object result = this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> null);
		assertThat(result).isNull();
	}

	@Test
	void theActionDoesNotRunWithoutTheLock() {
		this.cluster.holdByAnother(0, 3);
		AtomicBoolean ran = new AtomicBoolean();
		assertThatExceptionOfType(LockHeldException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> ran.getAndSet(true)));
		assertThat(ran).isFalse();
	}

	@Test
	void whatTheActionThrowsIsThrownAfterTheRelease() {
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> {
				throw new IOException("of the action");
			}))
			.withMessage("of the action");
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void anErrorOfTheActionReleasesToo() {
		assertThatExceptionOfType(StackOverflowError.class)
			.isThrownBy(() -> this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> {
				throw new StackOverflowError();
			}));
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void anInterruptOfTheActionIsNotOneOfTheAcquire() {
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> {
				throw new InterruptedException("of the action");
			}))
			.withMessage("of the action");
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void aLossDuringTheActionIsThrown() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> {
				this.cluster.time().advance(Cluster.FULL_VALIDITY);
				return "result";
			}))
			.satisfies((ex) -> {
				assertThat(ex.getReason()).isEqualTo(LossReason.EXPIRED);
				assertThat(ex.getResources()).isEqualTo(Set.of(Cluster.KEY));
				assertThat(ex).hasMessageContaining(Cluster.KEY).hasMessageContaining("EXPIRED");
			});
		assertThat(this.cluster.values(Cluster.KEY)).isEmpty();
	}

	@Test
	void aLossThatNoTimerHasNoticedIsThrownToo() {
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> {
				this.cluster.time().jump(Cluster.FULL_VALIDITY);
				return "result";
			}));
	}

	@Test
	void anActionDoesNotBeginAfterAPauseThatHasOutlivedTheLease() {
		Jump jump = new Jump();
		Cluster cluster = new Cluster(5, Cluster.defaults(), Runnable::run, jump);
		jump.time = cluster.time();
		AtomicBoolean ran = new AtomicBoolean();
		assertThatExceptionOfType(LeaseLostException.class)
			.isThrownBy(() -> cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> ran.getAndSet(true)))
			.satisfies((ex) -> assertThat(ex.getReason()).isEqualTo(LossReason.EXPIRED));
		assertThat(ran).isFalse();
	}

	@Test
	void anActionThatEndsWithinTheValidityLosesNothing() throws Exception {
		this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> {
			this.cluster.time().advance(Cluster.FULL_VALIDITY.minusNanos(1));
			return true;
		});
		assertThat(this.cluster.events().losses()).isEmpty();
	}

	@Test
	void whatTheActionThrowsWinsOverTheLoss() {
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> {
				this.cluster.time().advance(Cluster.TTL);
				throw new IOException("of the action");
			}));
	}

	@Test
	void aReleaseThatFailsHidesNeitherResultNorException() throws Exception {
		String result = this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> {
			this.cluster.nodes().forEach((node) -> node.become(Behaviour.THROWING));
			return "result";
		});
		assertThat(result).isEqualTo("result");
		this.cluster.nodes().forEach(ScriptedNode::answers);
		this.cluster.time().advance(Cluster.TTL);
		assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> {
				this.cluster.nodes().forEach((node) -> node.become(Behaviour.THROWING));
				throw new IOException("of the action");
			}));
	}

	@Test
	void anActionMayReleaseEarly() throws Exception {
		this.cluster.redlock().execute(Cluster.ONE_ATTEMPT, (lease) -> {
			lease.release();
			this.cluster.time().advance(Duration.ofMinutes(1));
			return true;
		});
		assertThat(this.cluster.node(0).received(Release.class)).hasSize(1);
	}

	/**
	 * A pause of the process between the grant and the action.
	 */
	private static final class Jump implements RedlockListener {

		private @Nullable VirtualTime time;

		@Override
		public void onAcquire(AcquireEvent event) {
			Objects.requireNonNull(this.time).jump(Cluster.FULL_VALIDITY);
		}

	}

}
