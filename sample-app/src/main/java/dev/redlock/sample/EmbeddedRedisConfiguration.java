package dev.redlock.sample;

import java.io.IOException;
import java.util.List;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

import dev.redlock.autoconfigure.RedlockProperties;

/**
 * Starts Redis servers if the configuration names none.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(EmbeddedRedisConfiguration.NoNodesConfigured.class)
class EmbeddedRedisConfiguration {

	@Bean
	EmbeddedRedis embeddedRedis() throws IOException {
		return new EmbeddedRedis();
	}

	/**
	 * Matches if {@code redlock.nodes} is empty.
	 */
	static final class NoNodesConfigured extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			// An empty text, as of an environment variable, is bound to a list of none.
			boolean configured = !Binder.get(context.getEnvironment())
				.bind("redlock.nodes", Bindable.listOf(RedlockProperties.Node.class))
				.orElse(List.of())
				.isEmpty();
			return new ConditionOutcome(!configured, ConditionMessage.forCondition("redlock.nodes")
				.because(configured ? "configured" : "not configured"));
		}

	}

}
