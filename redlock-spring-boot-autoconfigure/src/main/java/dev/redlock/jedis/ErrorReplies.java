package dev.redlock.jedis;

import java.util.List;

import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What the errors of a server mean beyond the command that they answer.
 */
final class ErrorReplies {

	/**
	 * No shorter: what else is in an error, such as the name of a user, may be any. Older
	 * servers wrap the error of a command within a script.
	 */
	private static final List<String> OF_REPLICA = List.of("READONLY You can't write",
			"Can not execute the command on a stale replica");

	private static final List<String> MOMENTARY = List.of("NOREPLICAS Not enough good replicas",
			" is configured to save RDB snapshots, ", "MISCONF Errors writing to the AOF file");

	private static final List<String> OF_ANY_LOCK = List.of("OOM command not allowed", "NOAUTH Authentication required",
			"The user executing the script can't run this command", "Unknown Redis command called from ");

	private ErrorReplies() {
	}

	/**
	 * Returns whether only a replica answers so, or a server that was ready and replaces
	 * its data by those of its master.
	 */
	static boolean isOfReplica(JedisDataException error) {
		String message = message(error);
		return message.startsWith("LOADING ") || message.startsWith("MASTERDOWN ")
				|| OF_REPLICA.stream().anyMatch(message::contains);
	}

	/**
	 * Returns whether the server may do the same later.
	 */
	static boolean isMomentary(JedisDataException error) {
		String message = message(error);
		return message.startsWith("BUSY ") || MOMENTARY.stream().anyMatch(message::contains);
	}

	/**
	 * Returns whether the server may do a release later. It may also if the user is not
	 * permitted to do that: who changes permissions in several steps takes some away
	 * first, and the keys are there meanwhile. So may a replica that is a master again
	 * before it got the data of another one.
	 */
	static boolean mayBeReleasedLater(JedisDataException error) {
		String message = message(error);
		return isMomentary(error) || isOfReplica(error) || message.contains("NOPERM ")
				|| message.contains("The user executing the script can't ");
	}

	/**
	 * Returns whether the server refuses what locks need as long as nobody does anything
	 * about it, whatever their keys.
	 */
	static boolean isOfAnyLock(JedisDataException error) {
		String message = message(error);
		return isMomentary(error) || isForbidden(message) || message.startsWith("ERR unknown command")
				|| OF_ANY_LOCK.stream().anyMatch(message::contains);
	}

	private static boolean isForbidden(String message) {
		// Others may be locked if what is forbidden is a key.
		return message.contains("NOPERM ") && !message.contains(" to access ");
	}

	private static String message(JedisDataException error) {
		return String.valueOf(error.getMessage());
	}

}
