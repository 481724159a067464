package dev.redlock.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with {@code spring.main.lazy-initialization=true}.
 */
@Timeout(120)
class LazyInitializationTests {

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(3);

	@Test
	void anApplicationWithMetersStartsAndItsLocksWork() {
		try (ConfigurableApplicationContext context = start(WithLocks.class)) {
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			Timer acquires = registry.get("redlock.acquire").tags("lock", "counter", "outcome", "acquired").timer();
			assertThat(acquires.count()).isZero();
			assertThat(context.getBean(Counter.class).key("42")).isEqualTo("40 hex digits");
			assertThat(acquires.count()).isOne();
			assertThat(registry.get("redlock.nodes").tag("state", "up").gauge().value()).isEqualTo(3);
		}
	}

	@Test
	void soDoesOneWithoutLocks() {
		try (ConfigurableApplicationContext context = start(WithoutLocks.class)) {
			assertThat(context.getBean(MeterRegistry.class).find("redlock.held").meters()).isEmpty();
		}
	}

	private static ConfigurableApplicationContext start(Class<?> application) {
		return new SpringApplicationBuilder(application).bannerMode(Banner.Mode.OFF)
			.web(WebApplicationType.NONE)
			.run("--spring.main.lazy-initialization=true", "--spring.jmx.enabled=false",
					"--redlock.nodes=" + servers.uris(), "--redlock.restart-guard=false", "--redlock.node-timeout=5s",
					"--spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class WithLocks {

		@Bean
		Counter counter() {
			return new Counter(servers.get(0));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class WithoutLocks {

	}

}
