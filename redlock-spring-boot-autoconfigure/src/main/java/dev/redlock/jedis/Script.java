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

	ACQUIRE_FENCED("acquire-fenced.lua", "032264c0dc8056fa93af871ebce3120704962cf1"),

	RAISE_FENCE("raise-fence.lua", "0cf508be21e68d0d18a61df1aa2b8b377d54c9bb"),

	EXTEND("extend.lua", "ea0769669288b5d5fa18c791ae8a46be27e05065"),

	HEAL("heal.lua", "8a32e8eada93a2544df379eee1894063a64c8968"),

	INSPECT("inspect.lua", "3bed204fa62a8440d7d58c9dae93e2c3ab28ae16"),

	RELEASE("release.lua", "d1c1dc58768ae85e0e9c37fc70f7fffb3378b122"),

	RELEASE_EACH("release-each.lua", "c6e2e895dfacbe24eed40e4b5c62ccf4cd9fc72d");

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
