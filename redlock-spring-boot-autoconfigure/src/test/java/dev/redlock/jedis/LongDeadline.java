package dev.redlock.jedis;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * For connections that no test takes long to make.
 */
final class LongDeadline {

	private static final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread thread = new Thread(task, "long-deadline");
		thread.setDaemon(true);
		return thread;
	});

	private LongDeadline() {
	}

	static LaneConnectionFactory factory(JedisNodeSettings settings) {
		return new LaneConnectionFactory(settings, new ConnectDeadline(timer, Duration.ofMinutes(1)));
	}

}
