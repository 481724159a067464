package dev.redlock.benchmarks.contender;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.redlock.Lease;
import dev.redlock.LockHeldException;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.ReleaseOutcome;
import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.autoconfigure.RedlockMetricsAutoConfiguration;

/**
 * This library as an application has it: from the auto-configuration, with everything
 * switched on that is on by default, and with meters.
 */
public final class Ours implements Contender {

	private final ConfigurableApplicationContext context;

	private final Redlock redlock;

	/**
	 * Starts an application on some nodes.
	 * @param uris the nodes
	 * @param threads not needed, as there is no pool to size
	 */
	public Ours(List<String> uris, int threads) {
		// The servers are younger than the restart guard wants them.
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("redlock.nodes=" + String.join(",", uris), "redlock.restart-guard=false",
					"redlock.ttl=" + TTL.toSeconds() + "s", "redlock.wait-time=" + WAIT.toSeconds() + "s",
					"spring.main.banner-mode=off", "spring.main.log-startup-info=false")
			.run();
		this.redlock = this.context.getBean(Redlock.class);
	}

	/**
	 * Returns the locks.
	 * @return the bean
	 */
	public Redlock redlock() {
		return this.redlock;
	}

	@Override
	public @Nullable Hold acquire(String key) throws InterruptedException {
		try {
			Lease lease = this.redlock.acquire(LockRequest.of(key));
			return () -> release(lease);
		}
		catch (LockHeldException ex) {
			return null;
		}
	}

	private static void release(Lease lease) {
		ReleaseOutcome outcome = lease.release();
		if (outcome != ReleaseOutcome.RELEASED) {
			throw new IllegalStateException("Released as " + outcome);
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ AopAutoConfiguration.class, RedlockAutoConfiguration.class,
			RedlockMetricsAutoConfiguration.class })
	static class Application {

		@Bean
		MeterRegistry meterRegistry() {
			return new SimpleMeterRegistry();
		}

	}

}
