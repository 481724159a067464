package dev.redlock.aop;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.util.ClassUtils;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application that has neither Reactor nor Reactive Streams, in a class loader of its
 * own.
 */
class WithoutReactorTests {

	@Test
	void futuresAreGuardedAndPublishersRefused() throws Exception {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		try (URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
			Callable<?> application = (Callable<?>) loader.loadClass(Application.class.getName())
				.getDeclaredConstructor()
				.newInstance();
			assertThat(new Application().call()).isEqualTo("with Reactor");
			thread.setContextClassLoader(loader);
			assertThat(application.call()).isEqualTo("done");
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

	private static URL[] classPath() throws Exception {
		String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
		List<URL> urls = new ArrayList<>();
		for (String element : path.split(File.pathSeparator)) {
			if (!element.matches(".*(reactor-|reactive-streams|rxjava).*\\.jar")) {
				urls.add(new File(element).toURI().toURL());
			}
		}
		return urls.toArray(URL[]::new);
	}

	public static class Application implements Callable<String> {

		@Override
		public String call() {
			if (ClassUtils.isPresent("org.reactivestreams.Publisher", getClass().getClassLoader())) {
				return "with Reactor";
			}
			ManualRedlock redlock = new ManualRedlock();
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> AopContexts.of(redlock, Publishing.class))
				.satisfies((ex) -> assertThat(ex.getRemedy()).contains("reactor-core"));
			try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, Work.class)) {
				CompletableFuture<String> result = context.getBean(Work.class).run();
				redlock.grantFreely();
				return result.join();
			}
		}

	}

	public static class Work {

		@DistributedLock
		public CompletableFuture<String> run() {
			return CompletableFuture.completedFuture("done");
		}

	}

	public static class Publishing {

		@DistributedLock
		public Flow.Publisher<String> run() {
			return (subscriber) -> {
			};
		}

	}

}
