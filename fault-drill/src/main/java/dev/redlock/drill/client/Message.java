package dev.redlock.drill.client;

import java.util.Optional;

/**
 * A line that a client writes to its standard output for the drill.
 *
 * @param kind what it is about
 * @param text the rest of the line
 */
public record Message(Kind kind, String text) {

	private static final String MARK = "@@ ";

	/**
	 * Reads a line.
	 * @param line the line
	 * @return the message, or nothing if the line is one of the log
	 */
	public static Optional<Message> parse(String line) {
		if (!line.startsWith(MARK)) {
			return Optional.empty();
		}
		String[] parts = line.split(" ", 3);
		return Optional.of(new Message(Kind.valueOf(parts[1]), parts[2]));
	}

	/**
	 * Returns the line.
	 * @return what {@link #parse} reads
	 */
	String line() {
		return MARK + this.kind + " " + this.text.replace('\n', ' ');
	}

	/**
	 * What a message is about.
	 */
	public enum Kind {

		/**
		 * All threads have ended.
		 */
		IDLE,

		/**
		 * Something was held.
		 */
		POSSESSION,

		/**
		 * Something happened that must not.
		 */
		COMPLAINT

	}

}
