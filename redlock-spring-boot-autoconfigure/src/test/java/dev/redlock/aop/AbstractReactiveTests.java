package dev.redlock.aop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

import io.reactivex.rxjava3.core.Maybe;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.reactivestreams.Publisher;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.mock.env.MockEnvironment;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;
import dev.redlock.annotation.WhenLost;

/**
 * A bean whose methods return a publisher, on locks that are granted by hand.
 */
abstract class AbstractReactiveTests {

	final ManualRedlock redlock = new ManualRedlock();

	final Sinks.Many<String> body = Sinks.many().unicast().onBackpressureBuffer();

	final List<String> seen = new ArrayList<>();

	private AnnotationConfigApplicationContext context;

	Work work;

	@BeforeEach
	void start() {
		this.context = AopContexts.of(this.redlock, new MockEnvironment(), Work.class);
		this.work = this.context.getBean(Work.class);
	}

	@AfterEach
	void stop() {
		this.context.close();
	}

	Flux<String> body() {
		this.seen.add("called");
		return this.body.asFlux().doOnCancel(() -> this.seen.add("cancelled"));
	}

	Disposable subscribe(Flux<String> result) {
		return result.subscribe(this.seen::add, (ex) -> this.seen.add(ex.getClass().getSimpleName()),
				() -> this.seen.add("complete"));
	}

	static class Work {

		@DistributedLock("'a'")
		Mono<String> mono(Supplier<Mono<String>> body) {
			return body.get();
		}

		@DistributedLock("'a'")
		Flux<String> flux(Supplier<Flux<String>> body) {
			return body.get();
		}

		@DistributedLock("'a'")
		Publisher<String> publisher(Supplier<Publisher<String>> body) {
			return body.get();
		}

		@DistributedLock("'a'")
		Flow.Publisher<String> flow(Supplier<Flux<String>> body) {
			return JdkFlowAdapter.publisherToFlowPublisher(body.get());
		}

		@DistributedLock("'a'")
		Maybe<String> maybe(Supplier<Maybe<String>> body) {
			return body.get();
		}

		@DistributedLock("'b'")
		Flux<String> another(Supplier<Flux<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", fencing = true)
		Flux<String> fenced(Supplier<Flux<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", whenLost = WhenLost.INTERRUPT)
		Flux<String> interrupted(Supplier<Flux<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", whenLost = WhenLost.INTERRUPT)
		CompletableFuture<String> stage(Supplier<CompletableFuture<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", whenLost = WhenLost.IGNORE)
		Flux<String> ignoring(Supplier<Flux<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", whenHeld = WhenHeld.SKIP)
		Flux<String> skipping(Supplier<Flux<String>> body) {
			return body.get();
		}

		@DistributedLock(key = "'a'", fallbackMethod = "instead")
		Flux<String> fallingBack(Supplier<Flux<String>> body) {
			return body.get();
		}

		Flux<String> instead(Supplier<Flux<String>> body) {
			return Flux.just("instead");
		}

	}

}
