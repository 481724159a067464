package dev.redlock.jedis;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a server says on the channel of a key.
 *
 * @param key the key
 * @param release the name of a release, {@code null} if the server confirms the
 * subscription
 */
record ReleaseMessage(String key, @Nullable String release) {

	private static final String SUFFIX = ":released";

	/**
	 * The channel of no key, on which nothing is said: whoever waits for any key has
	 * subscribed to it, and while nobody has, no release is published, see release.lua.
	 */
	static final String ANY_CHANNEL = SUFFIX;

	/**
	 * Returns the channel of a key, see release.lua.
	 */
	static String channel(String key) {
		return key + SUFFIX;
	}

	/**
	 * Reads what a server sent.
	 * @return the message, or {@code null} if it is something else
	 */
	static @Nullable ReleaseMessage of(@Nullable Object reply) {
		if (reply instanceof List<?> parts && parts.size() > 2 && parts.get(0) instanceof byte[] kind
				&& parts.get(1) instanceof byte[] channel && text(channel).endsWith(SUFFIX)) {
			String name = text(channel);
			String key = name.substring(0, name.length() - SUFFIX.length());
			return switch (text(kind)) {
				case "subscribe" -> new ReleaseMessage(key, null);
				case "message" ->
					(parts.get(2) instanceof byte[] release) ? new ReleaseMessage(key, text(release)) : null;
				default -> null;
			};
		}
		return null;
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}
}
