package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class StateLogTests {

	private static final int STALLS = 500;

	private final AtomicReference<NodeStatus> present = new AtomicReference<>(new NodeStatus(State.UP, ""));

	private final AtomicLong clock = new AtomicLong();

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

	private final StateLog log = new StateLog("redis-0", this.present::get, Runnable::run, this.timer, this.clock::get);

	@AfterEach
	void close() {
		this.timer.shutdownNow();
	}

	@Test
	void aNodeThatStaysDownForAnotherReasonIsAnotherLine(CapturedOutput output) {
		become(State.DOWN, "the connection was lost");
		pass(Duration.ofSeconds(30));
		become(State.DOWN, "the server refuses user or password");
		become(State.DOWN, "the server refuses user or password");
		pass(Duration.ofSeconds(30));
		become(State.DOWN, "the server refuses user or password");
		assertThat(lines(output)).containsExactly(
				"redis-0 is down and does not vote until it is back: the connection was lost",
				"redis-0 is still down: the server refuses user or password");
	}

	@Test
	void reasonsThatAlternateAreALineEach(CapturedOutput output) {
		for (int i = 0; i < STALLS; i++) {
			become(State.DOWN, (i % 2 == 0) ? "max number of clients reached" : "Connection reset");
			pass(Duration.ofSeconds(30));
		}
		assertThat(lines(output)).hasSize(2);
		become(State.UP, "");
		become(State.DOWN, "Connection reset");
		assertThat(lines(output)).hasSize(3);
	}

	@Test
	void aServerWhoseReasonsAreNeverTheSameDoesNotFillTheLog(CapturedOutput output) {
		for (int i = 0; i < STALLS; i++) {
			become(State.DOWN, "reason " + i);
			pass(Duration.ofSeconds(30));
		}
		assertThat(lines(output)).hasSize(10);
	}

	@Test
	void whyAServerThatRestartsDoesNotAnswerIsNoLine(CapturedOutput output) {
		become(State.DOWN, "the connection was lost");
		pass(Duration.ofSeconds(1));
		become(State.DOWN, "Connection refused");
		pass(Duration.ofSeconds(1));
		become(State.DOWN, "LOADING");
		assertThat(lines(output)).hasSize(1);
	}

	@Test
	void aNodeThatComesAndGoesDoesNotFillTheLog(CapturedOutput output) {
		comeAndGo();
		assertThat(lines(output)).hasSizeLessThanOrEqualTo(10)
			.last()
			.asString()
			.contains("redis-0 comes and goes: nothing more is written about its state for a minute");
	}

	@Test
	void howANodeIsThatCameAndWentIsWrittenAMinuteLater(CapturedOutput output) {
		comeAndGo();
		become(State.QUARANTINED, "it restarted");
		assertThat(this.timer.getQueue()).hasSize(1);
		assertThat(this.timer.getQueue().peek()).extracting((look) -> ((Delayed) look).getDelay(TimeUnit.SECONDS))
			.asInstanceOf(InstanceOfAssertFactories.LONG)
			.isBetween(1L, 60L);
		pass(Duration.ofMinutes(1));
		this.timer.getQueue().peek().run();
		assertThat(lines(output)).last().isEqualTo("redis-0 is in quarantine: it restarted");
	}

	@Test
	void aTimerThatHasEndedIsNoError() {
		this.timer.shutdownNow();
		assertThatNoException().isThrownBy(this::comeAndGo);
	}

	private void comeAndGo() {
		for (int i = 0; i < STALLS; i++) {
			become(State.DOWN, "the server does not answer in time");
			become(State.UP, "");
		}
	}

	private void become(State state, String detail) {
		this.present.set(new NodeStatus(state, detail));
		this.log.update();
	}

	private void pass(Duration time) {
		this.clock.addAndGet(time.toNanos());
	}

	private static List<String> lines(CapturedOutput output) {
		return output.getAll()
			.lines()
			.filter((line) -> line.contains("redis-0"))
			.map((line) -> line.substring(line.indexOf("redis-0")))
			.toList();
	}

}
