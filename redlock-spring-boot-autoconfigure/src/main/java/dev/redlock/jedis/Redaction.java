package dev.redlock.jedis;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * Keeps a password out of what is said about connections: a server that does not know a
 * command sends it back with its arguments.
 *
 * @param password the password, if there is one
 */
record Redaction(@Nullable String password) {

	/**
	 * What servers write before the arguments. Of a long password, or a token behind a
	 * long key, they send a part only, which would not be found.
	 */
	private static final String ARGUMENTS = "with args beginning with:";

	private static final String HIDDEN = "***";

	/**
	 * Returns a failure that does not show the password.
	 * @param failure what failed
	 * @return the same, or one that has no cause if that would show it
	 */
	Throwable redact(Throwable failure) {
		return shows(failure) ? new NodeUnreachableException(redact(String.valueOf(failure.getMessage())), null)
				: failure;
	}

	private boolean shows(@Nullable Throwable failure) {
		if (failure == null || !StringUtils.hasLength(this.password)) {
			return false;
		}
		String message = String.valueOf(failure.getMessage());
		if (!redact(message).equals(message) || shows(failure.getCause())) {
			return true;
		}
		for (Throwable suppressed : failure.getSuppressed()) {
			if (shows(suppressed)) {
				return true;
			}
		}
		return false;
	}

	private String redact(String message) {
		return (this.password != null) ? withoutArguments(message).replace(this.password, HIDDEN) : message;
	}

	/**
	 * Returns what a server says, without the arguments of a command that it does not
	 * know.
	 */
	static String withoutArguments(String message) {
		int arguments = message.indexOf(ARGUMENTS);
		return (arguments >= 0) ? message.substring(0, arguments) + ARGUMENTS + " " + HIDDEN : message;
	}

	@Override
	public String toString() {
		return "Redaction";
	}

}
