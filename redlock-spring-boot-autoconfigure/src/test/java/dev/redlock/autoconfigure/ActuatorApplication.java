package dev.redlock.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with a web server and the actuator, and what a client sees of it.
 */
final class ActuatorApplication implements AutoCloseable {

	private final HttpClient client = HttpClient.newHttpClient();

	private final ConfigurableApplicationContext context;

	private ActuatorApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	static ActuatorApplication start(RedisNodes servers, String... properties) {
		List<String> arguments = new ArrayList<>(List.of("server.port=0", "server.address=127.0.0.1",
				"spring.jmx.enabled=false", "redlock.nodes=" + servers.uris(),
				"spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
				"management.endpoints.web.exposure.include=health,redlock",
				"management.endpoint.health.show-details=always"));
		arguments.addAll(List.of(properties));
		return new ActuatorApplication(new SpringApplicationBuilder(Application.class).bannerMode(Banner.Mode.OFF)
			.run(arguments.stream().map("--"::concat).toArray(String[]::new)));
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
		URI uri = URI.create("http://127.0.0.1:" + this.context.getEnvironment().getProperty("local.server.port")
				+ "/actuator/" + path);
		HttpRequest request = HttpRequest.newBuilder(uri)
			.method(method, HttpRequest.BodyPublishers.noBody())
			.timeout(Duration.ofSeconds(30))
			.build();
		return this.client.send(request, BodyHandlers.ofString());
	}

	int status(String method, String path) throws IOException, InterruptedException {
		return send(method, path).statusCode();
	}

	String text(String path) throws IOException, InterruptedException {
		HttpResponse<String> response = send("GET", path);
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return response.body();
	}

	Map<String, Object> json(String path) throws IOException, InterruptedException {
		return parse(text(path));
	}

	static Map<String, Object> parse(String json) {
		return JsonParserFactory.getJsonParser().parseMap(json);
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
