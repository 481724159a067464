package dev.redlock.benchmarks.scenario;

import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.autoconfigure.RedlockMetricsAutoConfiguration;
import dev.redlock.autoconfigure.RedlockObservationAutoConfiguration;

/**
 * The same method without a lock, under a lock by hand, and under an annotation, with
 * locks that cost nothing; and the last of them as in an application with an actuator,
 * where each call is observed.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AspectBenchmark {

	private @Nullable ConfigurableApplicationContext context;

	private Orders proxied = new Orders();

	private final Orders bare = new Orders();

	private Redlock redlock = new StubRedlock();

	private long id;

	/**
	 * Starts the application.
	 */
	@Setup
	public void start() {
		ConfigurableApplicationContext context = application(Application.class).run();
		this.context = context;
		this.proxied = context.getBean(Orders.class);
		this.redlock = context.getBean(Redlock.class);
	}

	static SpringApplicationBuilder application(Class<?>... sources) {
		return new SpringApplicationBuilder(sources).web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "spring.main.log-startup-info=false");
	}

	/**
	 * Ends the application.
	 */
	@TearDown
	public void end() {
		if (this.context != null) {
			this.context.close();
		}
	}

	/**
	 * The method itself.
	 * @return its result
	 */
	@Benchmark
	public long bare() {
		return this.bare.bare(nextId());
	}

	/**
	 * The method under a lock that is asked for in code.
	 * @return its result
	 * @throws Exception never
	 */
	@Benchmark
	public long programmatic() throws Exception {
		long id = nextId();
		return this.redlock.execute(LockRequest.of("order:" + id), (lease) -> this.bare.bare(id));
	}

	/**
	 * The method under a lock that its annotation asks for.
	 * @return its result
	 */
	@Benchmark
	public long annotated() {
		return this.proxied.annotated(nextId());
	}

	/**
	 * The same, where there is somebody to observe it.
	 * @param observed the other application
	 * @return its result
	 */
	@Benchmark
	public long observed(Observed observed) {
		return observed.proxied.annotated(nextId());
	}

	private long nextId() {
		// Larger than what the JVM has boxed already, as real ids are.
		this.id = (this.id + 1) % 1000;
		return 1_000_000 + this.id;
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ AopAutoConfiguration.class, RedlockAutoConfiguration.class })
	static class Application {

		@Bean
		Redlock redlock() {
			return new StubRedlock();
		}

		@Bean
		Orders orders() {
			return new Orders();
		}

	}

	/**
	 * The meters, and the observations that become meters, as an actuator makes them.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ RedlockMetricsAutoConfiguration.class, RedlockObservationAutoConfiguration.class })
	static class ObservedApplication extends Application {

		@Bean
		MeterRegistry meterRegistry() {
			return new SimpleMeterRegistry();
		}

		@Bean
		ObservationRegistry observationRegistry(MeterRegistry meters) {
			ObservationRegistry registry = ObservationRegistry.create();
			registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
			return registry;
		}

	}

	/**
	 * An application in which calls are observed.
	 */
	@State(Scope.Benchmark)
	public static class Observed {

		private @Nullable ConfigurableApplicationContext context;

		private Orders proxied = new Orders();

		/**
		 * Starts the application.
		 */
		@Setup
		public void start() {
			ConfigurableApplicationContext context = application(ObservedApplication.class).run();
			this.context = context;
			this.proxied = context.getBean(Orders.class);
		}

		/**
		 * Ends the application.
		 */
		@TearDown
		public void end() {
			if (this.context != null) {
				this.context.close();
			}
		}

	}

}
