package dev.redlock.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.redlock.aop.LockNameListener;
import dev.redlock.micrometer.LockMeters;
import dev.redlock.micrometer.MeteredNode;
import dev.redlock.micrometer.NodeMeters;
import dev.redlock.node.RedlockNodeDecorator;
import dev.redlock.quorum.QuorumSettings;

/**
 * Auto-configuration for the meters of the locks.
 */
@AutoConfiguration(after = RedlockAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnSetting(name = "redlock.enabled", matchIfMissing = true)
public final class RedlockMetricsAutoConfiguration {

	RedlockMetricsAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean
	LockMeters redlockMeters(ObjectProvider<MeterRegistry> registries, ObjectProvider<QuorumSettings> settings) {
		return new LockMeters(one(registries), settings.getIfAvailable(QuorumSettings::defaults).maxTtl());
	}

	@Bean
	LockNameListener redlockNamedMeters(LockMeters meters) {
		return meters::register;
	}

	@Bean
	RedlockNodeDecorator redlockNodeMeters(ObjectProvider<MeterRegistry> registries) {
		MeterRegistry registry = one(registries);
		return (node) -> new MeteredNode(node, registry, System::nanoTime);
	}

	/**
	 * Returns all registries as one. Spring Boot's own metrics do so, but need not be
	 * there.
	 */
	private static MeterRegistry one(ObjectProvider<MeterRegistry> registries) {
		MeterRegistry registry = registries.getIfUnique();
		if (registry != null) {
			return registry;
		}
		CompositeMeterRegistry all = new CompositeMeterRegistry();
		registries.orderedStream().forEach(all::add);
		return all;
	}

	/**
	 * The gauges of the nodes that were auto-configured.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(RedlockNodes.class)
	static class NodeConfiguration {

		@Bean
		NodeMeters redlockNodeStates(RedlockNodes nodes) {
			return new NodeMeters(nodes.asList());
		}

	}

}
