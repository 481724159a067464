package dev.redlock.jedis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The Lua scripts, which are files beside the compiled classes.
 */
enum Script {

	ACQUIRE("acquire.lua"),

	ACQUIRE_FENCED("acquire-fenced.lua"),

	RAISE_FENCE("raise-fence.lua"),

	EXTEND("extend.lua"),

	HEAL("heal.lua"),

	INSPECT("inspect.lua"),

	RELEASE("release.lua");

	private final byte[] source;

	Script(String file) {
		this.source = load("/dev/redlock/" + file);
	}

	private static byte[] load(String path) {
		try (InputStream in = Script.class.getResourceAsStream(path)) {
			if (in == null) {
				throw new IllegalStateException("The script " + path + " is missing on the class path");
			}
			return in.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	byte[] source() {
		return this.source.clone();
	}

	@Override
	public String toString() {
		return new String(this.source, StandardCharsets.UTF_8);
	}

}
