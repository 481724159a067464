package dev.redlock.actuate;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.redlock.LockRequest;
import dev.redlock.RedlockListener.NodeEvent;
import dev.redlock.RedlockListener.NodeState;
import dev.redlock.RedlockListener.ReleaseEvent;
import dev.redlock.ReleaseOutcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class RedlockEventPublisherTests {

	private static final ReleaseEvent RELEASE = new ReleaseEvent(LockRequest.of("a"), ReleaseOutcome.RELEASED,
			Duration.ZERO);

	private static final NodeEvent NODE = new NodeEvent("redis-0", NodeState.UP, NodeState.DOWN, "gone");

	private final Queue<Object> published = new ConcurrentLinkedQueue<>();

	private volatile CountDownLatch open = new CountDownLatch(1);

	private RedlockEventPublisher publisher = new RedlockEventPublisher(this.published::add);

	@AfterEach
	void close() {
		this.open.countDown();
		this.publisher.close();
	}

	@Test
	void eventsBeforeTheStartOfTheApplicationWaitForIt() {
		this.publisher.onNode(NODE);
		this.publisher.onRelease(RELEASE);
		assertThat(this.published).isEmpty();
		start();
		Awaitility.await().until(() -> this.published.size() == 2);
		assertThat(this.published).containsExactly(NODE, RELEASE);
	}

	@Test
	void anApplicationThatNeverStartsIsToldNothing() {
		this.publisher.onNode(NODE);
		this.publisher.close();
		Awaitility.await()
			.until(() -> Thread.getAllStackTraces()
				.keySet()
				.stream()
				.noneMatch((thread) -> thread.getName().equals("redlock-events")));
		assertThat(this.published).isEmpty();
	}

	@Test
	void whatWaitsAtTheEndIsStillPublished() {
		start();
		for (int i = 0; i < 1000; i++) {
			this.publisher.onRelease(RELEASE);
		}
		this.publisher.stop();
		assertThat(this.published).hasSize(1000);
		this.publisher.close();
		assertThatNoException().isThrownBy(() -> this.publisher.onRelease(RELEASE));
		assertThatNoException().isThrownBy(this.publisher::stop);
		assertThat(this.published).hasSize(1000);
	}

	@Test
	void eventsThatAreTooManyAreDroppedWithOneWarning(CapturedOutput output) {
		this.publisher = new RedlockEventPublisher(this::publishSlowly);
		start();
		releaseTooOften();
		assertThat(output).containsOnlyOnce("Application events of Redlock are dropped");
		this.open.countDown();
		Awaitility.await().until(() -> this.published.size() >= RedlockEventPublisher.CAPACITY);
		this.publisher.stop();
		assertThat(this.published).hasSizeLessThan(2 * RedlockEventPublisher.CAPACITY);
	}

	@Test
	void eventsThatAreTooManyAgainAreAnotherWarning(CapturedOutput output) {
		this.publisher = new RedlockEventPublisher(this::publishSlowly);
		start();
		releaseTooOften();
		this.open.countDown();
		Awaitility.await().until(() -> this.published.size() >= RedlockEventPublisher.CAPACITY);
		this.publisher.stop();
		this.open = new CountDownLatch(1);
		releaseTooOften();
		assertThat(output.getOut().split("are dropped", -1)).hasSize(3);
	}

	private void releaseTooOften() {
		for (int i = 0; i < 2 * RedlockEventPublisher.CAPACITY; i++) {
			this.publisher.onRelease(RELEASE);
		}
	}

	@Test
	void aListenerThatFailsIsLoggedAndTheNextEventIsPublished(CapturedOutput output) {
		this.publisher = new RedlockEventPublisher((event) -> {
			this.published.add(event);
			throw new IllegalStateException("of the listener");
		});
		start();
		this.publisher.onRelease(RELEASE);
		this.publisher.onNode(NODE);
		this.publisher.stop();
		assertThat(this.published).containsExactly(RELEASE, NODE);
		assertThat(output).contains("A listener of the application failed on NodeEvent");
	}

	private void publishSlowly(Object event) {
		try {
			this.open.await();
			this.published.add(event);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void start() {
		this.publisher.start();
	}

}
