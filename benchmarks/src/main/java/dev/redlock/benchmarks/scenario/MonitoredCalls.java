package dev.redlock.benchmarks.scenario;

import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisMonitor;
import redis.clients.jedis.exceptions.JedisException;

import dev.redlock.test.TestNode;

/**
 * How often {@code MONITOR} has shown a command.
 *
 * @param sent by a client
 * @param scripted from within a script
 */
record MonitoredCalls(long sent, long scripted) {

	static final MonitoredCalls NONE = new MonitoredCalls(0, 0);

	// Such as: 1700000000.123456 [0 lua] "get" "key"
	private static final Pattern LINE = Pattern.compile("^\\S+ \\[\\d+ ([^\\]]+)\\] \"([^\"]+)\"");

	/**
	 * Returns the share that clients sent.
	 * @return all, unless something else was seen
	 */
	double clientShare() {
		long sum = this.sent + this.scripted;
		return (sum > 0) ? ((double) this.sent / sum) : 1;
	}

	private MonitoredCalls plus(MonitoredCalls other) {
		return new MonitoredCalls(this.sent + other.sent, this.scripted + other.scripted);
	}

	static Map<String, MonitoredCalls> watch(TestNode node, Duration time) throws InterruptedException {
		Map<String, MonitoredCalls> calls = new ConcurrentHashMap<>();
		try (Jedis jedis = new Jedis("127.0.0.1", node.port())) {
			Thread thread = new Thread(() -> monitor(jedis, calls), "monitor");
			thread.setDaemon(true);
			thread.start();
			Threads.sleepUntil(System.nanoTime() + time.toNanos());
			jedis.disconnect();
			thread.join(1000);
		}
		return new HashMap<>(calls);
	}

	private static void monitor(Jedis jedis, Map<String, MonitoredCalls> calls) {
		try {
			jedis.monitor(new JedisMonitor() {

				@Override
				public void onCommand(String line) {
					count(line, calls);
				}

			});
		}
		catch (JedisException ex) {
			// Disconnected: seen enough.
		}
	}

	private static void count(String line, Map<String, MonitoredCalls> calls) {
		Matcher matcher = LINE.matcher(line);
		if (matcher.find()) {
			boolean scripted = "lua".equals(matcher.group(1));
			calls.merge(matcher.group(2).toLowerCase(Locale.ROOT),
					new MonitoredCalls(scripted ? 0 : 1, scripted ? 1 : 0), MonitoredCalls::plus);
		}
	}

}
