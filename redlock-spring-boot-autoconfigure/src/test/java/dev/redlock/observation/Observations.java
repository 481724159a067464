package dev.redlock.observation;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.autoconfigure.RedlockObservationAutoConfiguration;
import dev.redlock.test.RedisNodes;

/**
 * A registry that minds what is done in the wrong order, and remembers what it observed.
 */
final class Observations implements ObservationHandler<Observation.Context> {

	private final TestObservationRegistry registry = TestObservationRegistry.create();

	private final List<Observation.Context> open = new CopyOnWriteArrayList<>();

	private final List<Observation.Context> ended = new CopyOnWriteArrayList<>();

	Observations() {
		this.registry.observationConfig().observationHandler(this);
	}

	/**
	 * Returns an application with {@link ObservedWork} on some nodes.
	 */
	ApplicationContextRunner application(RedisNodes servers) {
		return application(servers, this.registry);
	}

	static ApplicationContextRunner application(RedisNodes servers, ObservationRegistry registry) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class,
					RedlockObservationAutoConfiguration.class))
			.withBean(ObservationRegistry.class, () -> registry)
			.withBean(ObservedWork.class, () -> new ObservedWork(registry))
			.withPropertyValues("redlock.restart-guard=false", "redlock.node-timeout=5s",
					"redlock.nodes=" + servers.uris());
	}

	ObservationRegistry registry() {
		return this.registry;
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return true;
	}

	@Override
	public void onStart(Observation.Context context) {
		this.open.add(context);
	}

	@Override
	public void onStop(Observation.Context context) {
		this.open.remove(context);
		this.ended.add(context);
	}

	/**
	 * Returns how many observations have not ended.
	 */
	int open() {
		return this.open.size();
	}

	/**
	 * Returns the parts and the wholes that have ended, in that order, such as
	 * {@code acquire held}.
	 */
	List<String> ended() {
		return this.ended.stream().map(Observations::text).toList();
	}

	private static String text(Observation.Context context) {
		Map<String, String> keys = keys(context.getLowCardinalityKeyValues());
		String error = (context.getError() != null) ? " " + context.getError().getClass().getSimpleName() : "";
		return keys.getOrDefault("phase", "locked") + " " + keys.get("outcome") + error;
	}

	/**
	 * Returns the only whole that has ended.
	 */
	Observation.Context locked() {
		return this.ended.stream().filter(LockedObservationContext.class::isInstance).reduce((first, second) -> {
			throw new AssertionError("There are several");
		}).orElseThrow();
	}

	/**
	 * Returns the parts that have ended.
	 */
	List<Observation.Context> parts() {
		return this.ended.stream().filter(LockPhaseObservationContext.class::isInstance).toList();
	}

	static Map<String, String> keys(Iterable<KeyValue> values) {
		Map<String, String> keys = new TreeMap<>();
		values.forEach((value) -> keys.put(value.getKey(), value.getValue()));
		return keys;
	}

}
