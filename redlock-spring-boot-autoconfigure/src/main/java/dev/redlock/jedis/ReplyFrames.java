package dev.redlock.jedis;

import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Finds where replies end in what a server sends (RESP2 and RESP3), so that a parser that
 * would wait for missing bytes is only given whole replies. Looks at each byte once.
 */
final class ReplyFrames {

	private static final String LINES = "+-:_#,(";

	private static final String STRINGS = "$=!";

	private static final String LISTS = "*~>";

	private static final String PAIRS = "%|";

	private static final byte NO_TYPE = 0;

	/** How many values the present reply still lacks: lists add theirs. */
	private long missing = 1;

	/** How many bytes the present string still lacks, line end included. */
	private long skip;

	private byte type = NO_TYPE;

	private long number;

	private boolean negative;

	private boolean afterReturn;

	/**
	 * Looks for the end of the next reply, and remembers what it has seen.
	 * @param bytes contains the bytes that follow those of the last call
	 * @param from where they start
	 * @param to where they end
	 * @return where the next reply ends; -1 if it needs more bytes than these
	 */
	int end(byte[] bytes, int from, int to) {
		int position = from;
		while (position < to) {
			boolean valueEnded;
			if (this.skip > 0) {
				int step = (int) Math.min(this.skip, to - position);
				position += step;
				this.skip -= step;
				valueEnded = this.skip == 0;
			}
			else {
				valueEnded = isLineEnd(bytes[position++]) && isWholeValue();
			}
			if (valueEnded && --this.missing == 0) {
				this.missing = 1;
				return position;
			}
		}
		return -1;
	}

	private boolean isLineEnd(byte next) {
		if (this.type == NO_TYPE) {
			start(next);
			return false;
		}
		if (this.afterReturn) {
			this.afterReturn = false;
			return next == '\n';
		}
		if (next == '\r') {
			this.afterReturn = true;
		}
		else if (LINES.indexOf(this.type) == -1) {
			count(next);
		}
		return false;
	}

	private void start(byte type) {
		if ((LINES + STRINGS + LISTS + PAIRS).indexOf(type) == -1) {
			throw new JedisConnectionException("Unknown reply: " + (char) type);
		}
		this.type = type;
		this.number = 0;
		this.negative = false;
	}

	private void count(byte next) {
		if (next == '-' && this.number == 0) {
			this.negative = true;
		}
		else if (next >= '0' && next <= '9' && this.number <= Integer.MAX_VALUE) {
			this.number = 10 * this.number + next - '0';
		}
		else {
			throw new JedisConnectionException("Unknown length in a reply: " + (char) next);
		}
	}

	/**
	 * Returns whether the line that has ended was the last of a value. Otherwise bytes or
	 * values follow, which are counted as missing.
	 */
	private boolean isWholeValue() {
		byte type = this.type;
		this.type = NO_TYPE;
		if (LINES.indexOf(type) != -1 || this.negative) {
			return true;
		}
		if (STRINGS.indexOf(type) != -1) {
			this.skip = this.number + 2;
			return false;
		}
		this.missing += (PAIRS.indexOf(type) != -1) ? 2 * this.number : this.number;
		// Attributes come before the value that they are about.
		return type != '|';
	}

}
