package dev.redlock.test;

import java.io.File;
import java.io.IOException;

import redis.embedded.core.ExecutableProvider;

/**
 * The server that tests start: the one that the embedded-redis library carries, or the
 * program that the system property {@value #PROPERTY} names, of another version of Redis
 * or of what is compatible with it.
 */
public final class ServerProgram {

	static final String PROPERTY = "redis.server";

	private ServerProgram() {
	}

	/**
	 * Returns the program.
	 * @return its file
	 * @throws IOException if it can't be unpacked, or is no program
	 */
	public static File get() throws IOException {
		String named = System.getProperty(PROPERTY);
		if (named == null) {
			return ExecutableProvider.newJarResourceProvider().get();
		}
		File program = new File(named).getAbsoluteFile();
		if (!program.canExecute()) {
			throw new IOException(PROPERTY + " is " + named + ", which is no program that can be run here");
		}
		return program;
	}

}
