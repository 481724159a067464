package dev.redlock.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ResourceUtils;

import dev.redlock.aop.DistributedLockAspect;

/**
 * The files that tell the load-time weaver of AspectJ which aspects there are.
 */
final class WeaverConfiguration {

	/** A property of AspectJ. */
	static final String PROPERTY = "org.aspectj.weaver.loadtime.configuration";

	private static final String DEFAULTS = "META-INF/aop.xml;META-INF/aop-ajc.xml;org/aspectj/aop.xml";

	private WeaverConfiguration() {
	}

	/**
	 * Checks that the aspect of the locks is one of them: where only another one weaves a
	 * class, its methods would look as if they were guarded.
	 * @param files the value of the property, or {@code null} if it is not set
	 * @param classLoader finds the files
	 * @throws InvalidRedlockPropertyException if it is not
	 */
	static void requireAspect(@Nullable String files, @Nullable ClassLoader classLoader) {
		String all = (files != null) ? files : DEFAULTS;
		for (String file : all.split(";")) {
			for (URL url : find(file, classLoader)) {
				if (read(url).contains(DistributedLockAspect.class.getName())) {
					return;
				}
			}
		}
		throw new InvalidRedlockPropertyException("redlock.aop.mode",
				"'aspectj' needs the aspect of the locks, which none of the files has that the weaver reads: " + all,
				"Add META-INF/aop.xml to the system property %s, or name the aspect %s in one of them."
					.formatted(PROPERTY, DistributedLockAspect.class.getName()),
				null);
	}

	private static List<URL> find(String file, @Nullable ClassLoader classLoader) {
		try {
			return file.startsWith(ResourceUtils.FILE_URL_PREFIX) ? List.of(ResourceUtils.getURL(file))
					: Collections.list(loader(classLoader).getResources(file));
		}
		catch (IOException ex) {
			return List.of();
		}
	}

	private static ClassLoader loader(@Nullable ClassLoader classLoader) {
		return (classLoader != null) ? classLoader : WeaverConfiguration.class.getClassLoader();
	}

	private static String read(URL url) {
		try (InputStream content = url.openStream()) {
			return new String(content.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			return "";
		}
	}

}
