package dev.redlock.woven;

import java.util.concurrent.CompletableFuture;

import org.springframework.context.annotation.AdviceMode;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import dev.redlock.annotation.DistributedLock;

/**
 * A bean whose work an aspect of Spring hands to another thread.
 */
class Errands {

	@Async
	@DistributedLock(name = "order", key = "#id")
	CompletableFuture<String> run(String id) {
		return CompletableFuture.completedFuture(Thread.currentThread().getName() + " " + Orders.held());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync(mode = AdviceMode.ASPECTJ)
	static class Threads {

		@Bean
		ThreadPoolTaskExecutor taskExecutor() {
			ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
			executor.setThreadNamePrefix("errand-");
			return executor;
		}

	}

}
