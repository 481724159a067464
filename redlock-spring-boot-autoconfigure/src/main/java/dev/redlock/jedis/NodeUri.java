package dev.redlock.jedis;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * The address of a Redis master: {@code redis://} or {@code rediss://} (TLS), then
 * {@code [user:password@]host[:6379][/database]}. Special characters of the credentials
 * are percent-encoded. Its text never shows credentials.
 *
 * @param host the host name or address
 * @param port the port
 * @param database the database index
 * @param tls whether the connection is encrypted
 * @param username the ACL user, if the address names one
 * @param password the password, if the address names one
 */
public record NodeUri(String host, int port, int database, boolean tls, @Nullable String username,
		@Nullable String password) {

	private static final int DEFAULT_PORT = 6379;

	private static final int MAX_PORT = 65535;

	private static final String HOST_NAME = "([\\w.-]+|\\[[0-9a-fA-F:.]+])";

	/**
	 * What an address without credentials looks like.
	 */
	private static final Pattern HARMLESS = Pattern
		.compile("\\w+://" + HOST_NAME + "(:\\d{1,5})?(/\\d{0,2})?|" + HOST_NAME + ":\\d{1,5}");

	/**
	 * Parses an address.
	 * @param text the address
	 * @return the parts
	 * @throws IllegalArgumentException if the text is no such address; the message does
	 * not show credentials
	 */
	public static NodeUri parse(String text) {
		URI uri = uri(text);
		String scheme = (uri.getScheme() != null) ? uri.getScheme().toLowerCase(Locale.ROOT) : "";
		if (!scheme.equals("redis") && !scheme.equals("rediss")) {
			throw invalid(text, "its scheme is neither redis:// nor rediss://");
		}
		if (uri.getHost() == null) {
			throw invalid(text, "it has no valid host name");
		}
		String host = uri.getHost().toLowerCase(Locale.ROOT);
		if (host.startsWith("[")) {
			host = host.substring(1, host.length() - 1);
		}
		if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
			throw invalid(text, "it has a ? or #, which a password must have as %3F or %23");
		}
		int port = (uri.getPort() != -1) ? uri.getPort() : DEFAULT_PORT;
		if (port < 1 || port > MAX_PORT) {
			throw invalid(text, "its port is not between 1 and " + MAX_PORT);
		}
		// Raw, since a colon that is encoded separates nothing.
		String userInfo = uri.getRawUserInfo();
		int colon = (userInfo != null) ? userInfo.indexOf(':') : -1;
		String username = (userInfo != null && colon > 0) ? decode(userInfo.substring(0, colon)) : null;
		String password = (userInfo != null) ? decode(userInfo.substring(colon + 1)) : null;
		if (username == null && "".equals(password)) {
			// An optional placeholder gives an empty one, and a server without a password
			// refuses any.
			password = null;
		}
		return new NodeUri(host, port, database(text, uri), scheme.equals("rediss"), username, password);
	}

	private static URI uri(String text) {
		try {
			return new URI(text.trim());
		}
		catch (URISyntaxException ex) {
			// The cause is left out, since its message shows the whole text.
			throw invalid(text, "it is no valid URI");
		}
	}

	private static String decode(String text) {
		return StringUtils.uriDecode(text, StandardCharsets.UTF_8);
	}

	private static int database(String text, URI uri) {
		String path = (uri.getPath() != null) ? uri.getPath() : "";
		if (path.isEmpty() || path.equals("/")) {
			return 0;
		}
		if (!path.matches("/\\d{1,9}")) {
			throw invalid(text, "its path is no database index");
		}
		return Integer.parseInt(path.substring(1));
	}

	private static IllegalArgumentException invalid(String text, String reason) {
		return new IllegalArgumentException("'%s' is no address of a Redis node: %s".formatted(redact(text), reason));
	}

	private static String redact(String text) {
		if (text.contains("@")) {
			return text.replaceFirst("(?s)^(\\w+://)?.*@", "$1***@");
		}
		// It may be the part of a password before a comma, at which lists are split.
		return HARMLESS.matcher(text).matches() ? text : text.replaceFirst("(?s)^(\\w+://)?.*", "$1***");
	}

	/**
	 * Returns what tells one server from another.
	 * @return host and port
	 */
	public String server() {
		return (this.host.contains(":") ? "[" + this.host + "]" : this.host) + ":" + this.port;
	}

	@Override
	public String toString() {
		return (this.tls ? "rediss://" : "redis://") + server() + ((this.database != 0) ? "/" + this.database : "");
	}

}
