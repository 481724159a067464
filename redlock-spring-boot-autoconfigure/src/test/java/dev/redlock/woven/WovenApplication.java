package dev.redlock.woven;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Mono;

import dev.redlock.Lease;
import dev.redlock.LockRequest;
import dev.redlock.Redlock;
import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.autoconfigure.RedlockMetricsAutoConfiguration;
import dev.redlock.autoconfigure.RedlockObservationAutoConfiguration;
import dev.redlock.autoconfigure.RedlockWeavingAutoConfiguration;

/**
 * An application with its own JVM, which writes down what is locked in it.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({ AopAutoConfiguration.class, RedlockAutoConfiguration.class,
		RedlockMetricsAutoConfiguration.class, RedlockObservationAutoConfiguration.class,
		RedlockWeavingAutoConfiguration.class })
@Import({ Orders.class, Watching.class })
public class WovenApplication {

	private final List<String> results = new ArrayList<>();

	public static void main(String[] args) throws Exception {
		WovenApplication application = new WovenApplication();
		application.runAll(args);
		Files.write(Path.of(System.getProperty("results")), application.results);
	}

	private void runAll(String[] args) {
		boolean woven = Arrays.asList(args).contains("--redlock.aop.mode=aspectj");
		note("before", () -> new Orders().lock("1"));
		note("unlocked", new Unlocked()::run);
		ConfigurableApplicationContext context = start(woven, args);
		Orders orders = context.getBean(Orders.class);
		MeterRegistry registry = context.getBean(MeterRegistry.class);
		note("measured", () -> Watching.locks(registry).toString());
		note("bean", () -> orders.lock("1"));
		note("this", () -> orders.lockByThis("1"));
		note("new", () -> new Orders().lock("1"));
		note("held", () -> orders.lock("held"));
		note("observed", () -> Long.toString(Watching.calls(registry)));
		if (woven) {
			note(context.getBean(Corners.class));
			note("own key", context.getBean(Ledger.class)::append);
			note("own lock in key", context.getBean(Ledger.class)::enter);
			note("super", () -> new Branches.Twig().run("1"));
			note("super only", () -> new Branches.Leaf().run("1"));
			noteDetached(context.getBean(Redlock.class), orders);
			note("async", () -> context.getBean(Errands.class).run("1").get(10, TimeUnit.SECONDS));
			noteInTurns(context, start(true, args));
		}
		context.close();
		note("closed", () -> new Orders().lock("1"));
		note("when closed", Ledger::whenClosed);
	}

	private static ConfigurableApplicationContext start(boolean woven, String[] args) {
		SpringApplicationBuilder builder = new SpringApplicationBuilder(WovenApplication.class)
			.web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF);
		return (woven ? builder.sources(Corners.class, Ledger.class, Errands.class, Errands.Threads.class) : builder)
			.run(args);
	}

	private void note(Corners corners) {
		note("private", () -> corners.callSecret("1"));
		note("static", () -> Corners.statically("1"));
		note("final", () -> corners.unchangeable("1"));
		note("primitive", () -> Integer.toString(corners.primitive(7)));
		note("class", corners::byClass);
		note("subclass", new Corners.Specialized()::byClass);
		note("own of subclass", new Corners.Specialized()::own);
		note("exception", corners::fail);
	}

	private void noteDetached(Redlock redlock, Orders orders) {
		note("stage", () -> {
			Lease rival = redlock.acquire(LockRequest.of("order:1"));
			CompletableFuture<String> result = orders.lockStage("1");
			rival.close();
			return result.get(10, TimeUnit.SECONDS);
		});
		Mono<String> mono = orders.lockMono("1");
		note("mono", () -> mono.block(Duration.ofSeconds(10)));
		note("mono again", () -> mono.block(Duration.ofSeconds(10)));
	}

	/**
	 * Uses one context and then the other, as tests do whose contexts are kept for later.
	 */
	private void noteInTurns(ConfigurableApplicationContext one, ConfigurableApplicationContext other) {
		one.pause();
		note("other", () -> new Orders().lock("1"));
		other.pause();
		one.restart();
		note("one again", () -> new Orders().lock("1"));
		one.pause();
		other.restart();
		note("other again", () -> new Orders().lock("1"));
		other.close();
		one.restart();
		note("one alone", () -> new Orders().lock("1"));
	}

	private void note(String name, Callable<String> call) {
		try {
			this.results.add(name + "=" + call.call());
		}
		catch (Exception ex) {
			this.results.add(name + "=" + ex);
		}
	}

}
