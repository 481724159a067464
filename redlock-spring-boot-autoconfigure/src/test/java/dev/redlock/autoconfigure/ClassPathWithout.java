package dev.redlock.autoconfigure;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * The class path of the tests without some of its libraries, which then really are not
 * there.
 */
final class ClassPathWithout extends URLClassLoader {

	private ClassPathWithout(URL[] urls) {
		super(urls, ClassLoader.getPlatformClassLoader());
	}

	static ClassPathWithout libraries(String... prefixes) {
		List<Path> all = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.map(Path::of)
			.toList();
		URL[] kept = all.stream()
			.filter((entry) -> Arrays.stream(prefixes).noneMatch(entry.getFileName().toString()::startsWith))
			.map(ClassPathWithout::url)
			.toArray(URL[]::new);
		if (kept.length == all.size()) {
			throw new IllegalArgumentException("Not on the class path: " + Arrays.toString(prefixes));
		}
		return new ClassPathWithout(kept);
	}

	private static URL url(Path entry) {
		try {
			return entry.toUri().toURL();
		}
		catch (MalformedURLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	<T> T call(Callable<T> task) throws Exception {
		Thread thread = Thread.currentThread();
		ClassLoader before = thread.getContextClassLoader();
		thread.setContextClassLoader(this);
		try {
			return task.call();
		}
		finally {
			thread.setContextClassLoader(before);
		}
	}

}
