package dev.redlock.dashboards;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;

import dev.redlock.Lease;
import dev.redlock.LeaseLostException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.sample.SampleApplication;

/**
 * The sample application with more callers than it has locks for, a lock that is always
 * extended and one that is always lost.
 */
final class BusySample {

	private static final int CLIENTS = 4;

	private final ConfigurableApplicationContext context;

	private final RestClient client;

	private final Redlock redlock;

	private final CountDownLatch stop = new CountDownLatch(1);

	private final ExecutorService pool = Executors.newCachedThreadPool();

	private final List<Future<?>> loads = new ArrayList<>();

	private BusySample(ConfigurableApplicationContext context) {
		this.context = context;
		this.client = RestClient.create("http://" + address());
		this.redlock = context.getBean(Redlock.class);
	}

	/**
	 * Starts the application, and load that ends with it.
	 * @param nodes the addresses of the Redis servers
	 * @return the application
	 */
	static BusySample start(String nodes) {
		BusySample sample = new BusySample(new SpringApplicationBuilder(SampleApplication.class).run("--server.port=0",
				"--server.address=127.0.0.1", "--spring.datasource.url=jdbc:h2:mem:busy;DB_CLOSE_DELAY=-1",
				"--redlock.nodes=" + nodes, "--redlock.wait-time=40ms", "--sample.think-time=10ms",
				"--logging.level.dev.redlock.sample=warn"));
		// Another one may be under load already, which has the lock again and again.
		Awaitility.await("the stock to be set").until(sample::set);
		for (int i = 0; i < CLIENTS; i++) {
			sample.repeat(sample::reserve);
		}
		sample.repeat(sample::holdLongerThanTheTtl);
		sample.repeat(sample::lose);
		return sample;
	}

	private void repeat(Callable<?> action) {
		this.loads.add(this.pool.submit(() -> {
			while (!this.stop.await(1, TimeUnit.MILLISECONDS)) {
				action.call();
			}
			return null;
		}));
	}

	private boolean set() {
		return this.client.put()
			.uri("/stock/book?quantity=1000000")
			.exchange((request, response) -> response.getStatusCode().is2xxSuccessful());
	}

	private int reserve() {
		return this.client.post()
			.uri("/stock/book/reservations")
			.exchange((request, response) -> response.getStatusCode().value());
	}

	private boolean holdLongerThanTheTtl() throws Exception {
		LockRequest request = LockRequest.of("report").withName("report").withTtl(Duration.ofMillis(600));
		try {
			return this.redlock.execute(request, (lease) -> this.stop.await(900, TimeUnit.MILLISECONDS));
		}
		catch (LockNotAcquiredException | LeaseLostException ex) {
			return false;
		}
	}

	private boolean lose() throws Exception {
		LockRequest request = LockRequest.of("import")
			.withName("import")
			.withTtl(Duration.ofMillis(300))
			.withAutoExtend(false);
		try (Lease lease = this.redlock.acquire(request)) {
			lease.lost().toCompletableFuture().get(10, TimeUnit.SECONDS);
			return true;
		}
		catch (LockNotAcquiredException ex) {
			return false;
		}
	}

	/**
	 * Returns where the application listens.
	 */
	String address() {
		return "127.0.0.1:" + this.context.getEnvironment().getRequiredProperty("local.server.port");
	}

	String scrape() {
		return this.client.get().uri("/actuator/prometheus").retrieve().requiredBody(String.class);
	}

	void stop() throws InterruptedException, ExecutionException {
		this.stop.countDown();
		try {
			for (Future<?> load : this.loads) {
				load.get();
			}
		}
		finally {
			this.pool.shutdownNow();
			this.context.close();
		}
	}

}
