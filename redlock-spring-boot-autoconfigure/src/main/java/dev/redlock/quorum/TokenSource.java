package dev.redlock.quorum;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Makes the secrets that prove ownership (S1): 20 random bytes in hex, new for every
 * attempt.
 */
final class TokenSource {

	private static final int BYTES = 20;

	private final SecureRandom random = new SecureRandom();

	String next() {
		byte[] bytes = new byte[BYTES];
		this.random.nextBytes(bytes);
		return HexFormat.of().formatHex(bytes);
	}

}
