package dev.redlock.benchmarks.scenario;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import redis.clients.jedis.Protocol;

import dev.redlock.test.TestNode;

/**
 * Counts what the servers are asked to do. The server's statistics count a command that a
 * script calls like one that a client sent; a look at {@code MONITOR}, which tells them
 * apart, gives the share of either.
 */
final class CommandWatch {

	private static final Pattern CALLS = Pattern.compile("cmdstat_([^:]+):calls=(\\d+)");

	private static final Set<String> OWN = Set.of("config", "info", "monitor", "ping", "hello", "client", "flushall",
			"config|resetstat");

	private final Servers servers;

	private final Map<String, Double> calls = new TreeMap<>();

	private int nodesInUse;

	private Map<String, MonitoredCalls> monitored = Map.of();

	CommandWatch(Servers servers) {
		this.servers = servers;
	}

	void reset() {
		this.servers.nodes().forEach((node) -> node.run(Protocol.Command.CONFIG, "RESETSTAT"));
	}

	void read() {
		for (TestNode node : this.servers.nodes()) {
			count(String.valueOf(node.run(Protocol.Command.INFO, "commandstats")));
		}
	}

	void count(String statistics) {
		Matcher matcher = CALLS.matcher(statistics);
		boolean used = false;
		while (matcher.find()) {
			if (!OWN.contains(matcher.group(1))) {
				this.calls.merge(matcher.group(1), Double.valueOf(matcher.group(2)), Double::sum);
				used = true;
			}
		}
		this.nodesInUse += used ? 1 : 0;
	}

	void monitor(Duration time) throws InterruptedException {
		this.monitored = MonitoredCalls.watch(this.servers.nodes().get(0), time);
	}

	void putPerAcquire(long acquires, Map<String, Double> values) {
		double divisor = Math.max(1.0, (double) acquires * this.nodesInUse);
		double sent = 0;
		double called = 0;
		for (Map.Entry<String, Double> entry : this.calls.entrySet()) {
			MonitoredCalls seen = this.monitored.getOrDefault(entry.getKey(), MonitoredCalls.NONE);
			double perAcquire = entry.getValue() / divisor;
			double bySender = perAcquire * seen.clientShare();
			put("sent_" + entry.getKey(), bySender, values);
			put("scripted_" + entry.getKey(), perAcquire - bySender, values);
			sent += bySender;
			called += perAcquire;
		}
		values.put("commands_per_acquire_and_node", sent);
		values.put("commands_with_scripts_per_acquire_and_node", called);
	}

	private static void put(String name, double value, Map<String, Double> values) {
		if (value > 0.0005) {
			values.put(name, value);
		}
	}

}
