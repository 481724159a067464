package dev.redlock.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import redis.clients.jedis.Protocol;

import dev.redlock.test.LocalRedis;

/**
 * Where and with what was measured.
 */
final class Environment {

	private static final Pattern JAR = Pattern
		.compile("(redisson|lettuce-core|jedis|shedlock-core|spring-integration-redis|spring-boot)-(\\d[^/]*)\\.jar");

	/**
	 * The name alone does not tell one generation from another in a virtual machine.
	 */
	private static final Pattern CPU = Pattern.compile("(?m)^(cpu family|model|model name)\\s*: (.*)$");

	private static final Pattern REDIS = Pattern.compile("redis_version:(\\S+)");

	private Environment() {
	}

	static Map<String, String> describe(boolean quick, Duration took) {
		Map<String, String> parts = new LinkedHashMap<>();
		parts.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
		parts.put("settings", quick ? "quick (one short fork; not for conclusions)" : "default");
		parts.put("duration", took.toSeconds() + " s");
		parts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
		parts.put("cpu", cpu());
		parts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
		parts.put("jdk", Runtime.version().toString());
		parts.put("redis", redis());
		Matcher matcher = JAR.matcher(System.getProperty("java.class.path"));
		while (matcher.find()) {
			parts.put(matcher.group(1), matcher.group(2));
		}
		return parts;
	}

	private static String cpu() {
		try {
			return cpu(Files.readString(Path.of("/proc/cpuinfo")));
		}
		catch (IOException ex) {
			return "unknown";
		}
	}

	static String cpu(String cpuinfo) {
		Map<String, String> fields = new HashMap<>();
		CPU.matcher(cpuinfo).results().forEach((field) -> fields.putIfAbsent(field.group(1), field.group(2)));
		return "%s (family %s, model %s)".formatted(fields.getOrDefault("model name", "unknown"),
				fields.getOrDefault("cpu family", "unknown"), fields.getOrDefault("model", "unknown"));
	}

	private static String redis() {
		List<LocalRedis> servers = LocalRedis.start(1);
		try {
			Matcher matcher = REDIS.matcher(String.valueOf(servers.get(0).run(Protocol.Command.INFO, "server")));
			return matcher.find() ? matcher.group(1) : "unknown";
		}
		finally {
			servers.forEach(LocalRedis::close);
		}
	}

}
