package dev.redlock.actuate;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
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
			throw new AssertionError("of the listener");
		});
		start();
		this.publisher.onRelease(RELEASE);
		this.publisher.onNode(NODE);
		this.publisher.stop();
		assertThat(this.published).containsExactly(RELEASE, NODE);
		assertThat(output).contains("A listener of the application failed on NodeEvent");
	}

	@Test
	void aListenerThatFailsAgainAndAgainIsOneWarningForEachTypeOfEvent() {
		Logger logger = (Logger) LoggerFactory.getLogger(RedlockEventPublisher.class);
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		logger.addAppender(log);
		logger.setLevel(Level.DEBUG);
		try {
			failOn(RELEASE, NODE, RELEASE, NODE, RELEASE);
		}
		finally {
			logger.setLevel(null);
			logger.detachAppender(log);
		}
		assertThat(log.list).extracting(ILoggingEvent::getLevel)
			.containsExactly(Level.WARN, Level.WARN, Level.DEBUG, Level.DEBUG, Level.DEBUG);
		assertThat(log.list).extracting(ILoggingEvent::getFormattedMessage)
			.containsExactly(
					"A listener of the application failed on ReleaseEvent. Further failures are logged at debug level",
					"A listener of the application failed on NodeEvent. Further failures are logged at debug level",
					"A listener of the application failed on ReleaseEvent",
					"A listener of the application failed on NodeEvent",
					"A listener of the application failed on ReleaseEvent");
	}

	private void failOn(Record... events) {
		this.publisher = new RedlockEventPublisher((event) -> {
			throw new IllegalStateException("of the listener");
		});
		start();
		for (Record event : events) {
			if (event instanceof NodeEvent node) {
				this.publisher.onNode(node);
			}
			else {
				this.publisher.onRelease((ReleaseEvent) event);
			}
		}
		this.publisher.stop();
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
