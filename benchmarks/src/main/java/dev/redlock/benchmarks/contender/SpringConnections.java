package dev.redlock.benchmarks.contender;

import java.net.URI;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Connections as Spring Boot makes them by default: Lettuce, one that all threads share.
 */
final class SpringConnections {

	private SpringConnections() {
	}

	static LettuceConnectionFactory connect(String uri) {
		URI parsed = URI.create(uri);
		LettuceConnectionFactory factory = new LettuceConnectionFactory(parsed.getHost(), parsed.getPort());
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

}
