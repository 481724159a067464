package dev.redlock.drill.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import dev.redlock.Redlock;
import dev.redlock.autoconfigure.RedlockAutoConfiguration;

/**
 * One of the JVMs: an application with this library, whose threads want a few locks. It
 * is configured as any other, by properties. Ends by itself after its input has.
 */
public final class DrillClient {

	/**
	 * What makes its threads end.
	 */
	public static final String STOP = "stop";

	private static final int THREADS = 6;

	private static final Duration END = Duration.ofSeconds(20);

	private final Output output = new Output(System.out);

	private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

	private volatile boolean leaving;

	private DrillClient() {
	}

	/**
	 * Runs the client.
	 * @param args its name, the number that its choices come from, the longest ttl, and
	 * for how long it overstays, in milliseconds
	 * @throws Exception if it can't start
	 */
	public static void main(String[] args) throws Exception {
		new DrillClient().run(args[0], Long.parseLong(args[1]), millis(args[2]), millis(args[3]));
		// No exit: nothing that the library started may keep this JVM from its end.
	}

	private static Duration millis(String text) {
		return Duration.ofMillis(Long.parseLong(text));
	}

	private void run(String name, long seed, Duration maxTtl, Duration overstay) throws Exception {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.run()) {
			BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
			Visit.Setting setting = new Visit.Setting(name, maxTtl, overstay, () -> this.leaving);
			Random random = new Random(seed);
			for (int i = 0; i < THREADS; i++) {
				this.threads.execute(new LockUser(context.getBean(Redlock.class), setting,
						new Random(random.nextLong()), this.timer, this.output));
			}
			awaitStop(input);
			end();
			// The servers are looked at before what is still owed to them is given up.
			input.readLine();
		}
	}

	private static void awaitStop(BufferedReader input) throws IOException {
		String line;
		do {
			line = input.readLine();
		}
		while (line != null && !line.equals(STOP));
	}

	private void end() throws InterruptedException {
		this.leaving = true;
		this.threads.shutdown();
		if (!this.threads.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
			Thread.getAllStackTraces()
				.forEach((thread, stack) -> this.output
					.complaint(thread + " when they should have ended: " + Arrays.toString(stack)));
		}
		this.timer.shutdownNow();
		this.output.idle();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ AopAutoConfiguration.class, RedlockAutoConfiguration.class })
	static class Application {

	}

}
