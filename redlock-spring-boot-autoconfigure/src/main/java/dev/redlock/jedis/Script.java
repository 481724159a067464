package dev.redlock.jedis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

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

	RELEASE("release.lua"),

	RELEASE_EACH("release-each.lua");

	private final byte[] source;

	private final byte[] hash;

	Script(String file) {
		this.source = load("/dev/redlock/" + file);
		this.hash = hash(this.source);
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

	/**
	 * Returns the name that every server gives to a script.
	 */
	private static byte[] hash(byte[] source) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-1").digest(source);
			return HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-1", ex);
		}
	}

	byte[] hash() {
		return this.hash.clone();
	}

	byte[] source() {
		return this.source.clone();
	}

	@Override
	public String toString() {
		return new String(this.source, StandardCharsets.UTF_8);
	}

}
