package dev.redlock.jedis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The Lua scripts, which are files beside the compiled classes.
 */
enum Script {

	ACQUIRE("acquire.lua", "9b29df82ab30925bd4f8a27ccfcbcd195df19d10"),

	ACQUIRE_FENCED("acquire-fenced.lua", "dbef95ee37f6c3a028c9b7f985f8f23833030266"),

	RAISE_FENCE("raise-fence.lua", "c6ed486b469a1cd93a3d22a7453a7903e5ddfd7f"),

	EXTEND("extend.lua", "6b137107a4ff71fad87b1202671ccc615572dcf8"),

	HEAL("heal.lua", "7116d715f455c64337e9cca6d85ca0ad33f63787"),

	INSPECT("inspect.lua", "3bed204fa62a8440d7d58c9dae93e2c3ab28ae16"),

	RELEASE("release.lua", "1d821d5c8ac894fcb15bd30e843411d6d11de921"),

	RELEASE_EACH("release-each.lua", "a007508d07876dc67ae6d54baa7c243ebcd216f0");

	private final byte[] source;

	private final byte[] hash;

	/**
	 * Creates a script.
	 * @param file its file
	 * @param hash the name that every server gives to it; not made here, since it is a
	 * SHA-1 hash, which a platform may forbid (FIPS)
	 */
	Script(String file, String hash) {
		this.source = load("/dev/redlock/" + file);
		this.hash = hash.getBytes(StandardCharsets.US_ASCII);
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
