package dev.redlock.jedis;

import java.net.SocketException;
import java.net.SocketTimeoutException;

import javax.net.ssl.SSLException;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * What it means to whoever has to mend it that a server could not be connected to.
 */
final class ConnectFailures {

	/** What Jedis says of an answer that is not in the protocol of Redis. */
	private static final String UNKNOWN = "Unknown reply: ";

	private static final String ENDED = "Unexpected end of stream";

	private ConnectFailures() {
	}

	/**
	 * The server did not let us in.
	 */
	static RuntimeException explain(JedisAccessControlException ex) {
		String message = String.valueOf(ex.getMessage());
		return new NodeUnreachableException(message.startsWith("NOPERM") ? "the ACL user lacks a permission: " + message
				: "the server refuses user or password: " + message, ex);
	}

	/**
	 * The server said nothing, or nothing that a Redis server says.
	 * @param ex what Jedis made of it
	 * @param tls whether the connection is encrypted
	 */
	static RuntimeException explain(JedisConnectionException ex, boolean tls) {
		String message = String.valueOf(ex.getMessage());
		if (ex.getCause() instanceof SocketTimeoutException timeout) {
			return new NodeUnreachableException("the server is silent while we connect: " + timeout.getMessage(), ex);
		}
		if (message.startsWith(UNKNOWN) && message.length() > UNKNOWN.length()) {
			return new NodeUnreachableException(
					"it is no Redis server, since its answer begins with " + shown(message.charAt(UNKNOWN.length())),
					ex);
		}
		if (!OneSocketFactory.hasExplained(message) && (message.startsWith(ENDED) || isOfSocket(ex.getCause()))) {
			return new NodeUnreachableException("the server ended the connection at once (" + message + "). "
					+ (tls ? "If it asks for a certificate, the SSL bundle needs one that it trusts"
							: "If it is one with TLS, its address begins with rediss://"),
					ex);
		}
		return ex;
	}

	/**
	 * Returns whether a connection broke that there was. A server with TLS 1.3 refuses a
	 * certificate when our handshake is over.
	 */
	private static boolean isOfSocket(@Nullable Throwable cause) {
		return cause instanceof SSLException || cause instanceof SocketException;
	}

	private static String shown(char first) {
		return (first > ' ' && first < 127) ? "'" + first + "'" : "the byte " + (int) first;
	}

}
