package dev.redlock.observation;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.test.simple.SimpleSpan;
import io.micrometer.tracing.test.simple.SimpleTracer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;

import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * What a trace shows.
 */
class TraceTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private final SimpleTracer tracer = new SimpleTracer();

	private final ObservationRegistry registry = ObservationRegistry.create();

	TraceTests() {
		this.registry.observationConfig().observationHandler(new DefaultTracingObservationHandler(this.tracer));
	}

	@Test
	void aTraceShowsTheAcquireAndTheBodyAsSpansOfOneCall() {
		Observations.application(servers, this.registry).run((context) -> {
			Observation.createNotStarted("request", this.registry)
				.observe(() -> context.getBean(ObservedWork.class).run("42"));
			Map<String, SimpleSpan> spans = spans();
			assertThat(spans).containsOnlyKeys("request", "locked order", "acquire order", "body order");
			assertThatTheCallIsPartOfTheRequest();
			assertThat(spans.get("locked order").getTags())
				.isEqualTo(Map.of("lock", "order", "outcome", "completed", "redlock.key", "order:42"));
			assertThat(spans.get("acquire order").getEndTimestamp())
				.isBeforeOrEqualTo(spans.get("body order").getStartTimestamp());
			assertThat(spans.values())
				.allSatisfy((span) -> assertThat(span.getEndTimestamp()).isAfterOrEqualTo(span.getStartTimestamp()));
		});
	}

	@Test
	void aTraceFollowsWorkToOtherThreads() {
		Observations.application(servers, this.registry).run((context) -> {
			ObservedWork work = context.getBean(ObservedWork.class);
			Observation.createNotStarted("request", this.registry)
				.observeChecked(() -> work
					.stage("1", new CompletableFuture<String>().completeOnTimeout("!", 1, TimeUnit.MILLISECONDS))
					.get(20, TimeUnit.SECONDS));
			assertThatTheCallIsPartOfTheRequest();
		});
	}

	@Test
	void aTraceFollowsTheReactorContext() {
		Observations.application(servers, this.registry).run((context) -> {
			ObservedWork work = context.getBean(ObservedWork.class);
			Observation request = Observation.start("request", this.registry);
			Observation.createNotStarted("unrelated", this.registry)
				.observe(() -> work.mono("1", Mono.just("!").delayElement(Duration.ofMillis(1)))
					.contextWrite((written) -> written.put("micrometer.observation", request))
					.block(Duration.ofSeconds(20)));
			request.stop();
			assertThatTheCallIsPartOfTheRequest();
		});
	}

	private void assertThatTheCallIsPartOfTheRequest() {
		assertParent(spans().get("locked order"), spans().get("request"));
		assertParent(spans().get("acquire order"), spans().get("locked order"));
		assertParent(spans().get("body order"), spans().get("locked order"));
	}

	@Test
	void aSpanHasTheErrorOfItsPart() {
		Observations.application(servers, this.registry).run((context) -> {
			assertThatException().isThrownBy(() -> context.getBean(ObservedWork.class).fail("42"));
			assertThat(spans().get("body order").getError()).hasMessage("42");
			assertThat(spans().get("acquire order").getError()).isNull();
			assertThat(this.tracer.currentSpan()).isNull();
		});
	}

	private Map<String, SimpleSpan> spans() {
		return this.tracer.getSpans().stream().collect(Collectors.toMap(SimpleSpan::getName, (span) -> span));
	}

	private static void assertParent(SimpleSpan child, SimpleSpan parent) {
		assertThat(child.getParentId()).isEqualTo(parent.getSpanId());
		assertThat(child.getTraceId()).isEqualTo(parent.getTraceId());
	}

}
