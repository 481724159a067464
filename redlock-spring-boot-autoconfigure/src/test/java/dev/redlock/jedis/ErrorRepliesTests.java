package dev.redlock.jedis;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.exceptions.JedisDataException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Errors as servers of several versions word them.
 */
class ErrorRepliesTests {

	@ParameterizedTest
	@ValueSource(strings = { "READONLY You can't write against a read only replica.",
			"ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write against a read only replica.",
			"LOADING Redis is loading the dataset in memory", "LOADING Valkey is loading the dataset in memory",
			"MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
			"ERR Error running script (call to f_1): @user_script:1: Can not execute the command on a stale replica" })
	void onlyAReplicaAnswersSo(String message) {
		JedisDataException error = new JedisDataException(message);
		assertThat(ErrorReplies.isOfReplica(error)).isTrue();
		assertThat(ErrorReplies.isMomentary(error)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "NOREPLICAS Not enough good replicas to write.",
			"BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
			"BUSY Valkey is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
			"MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
			"MISCONF Valkey is configured to save RDB snapshots, but it's currently unable to persist to disk.",
			"ERR Error running script (call to f_1): @user_script:1: -MISCONF Redis is configured to save RDB snapshots, but",
			"MISCONF Errors writing to the AOF file: No space left on device" })
	void theServerMayDoItLater(String message) {
		JedisDataException error = new JedisDataException(message);
		assertThat(ErrorReplies.isMomentary(error)).isTrue();
		assertThat(ErrorReplies.isOfReplica(error)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "NOREPLICAS Not enough good replicas to write.",
			"NOPERM this user has no permissions to run the 'evalsha' command or its subcommand",
			"NOPERM User app has no permissions to access one of the keys used as arguments",
			"ERR The user executing the script can't run this command or subcommand script: f00, on @user_script:1.",
			"ERR The user executing the script can't access at least one of the keys mentioned in the command" })
	void theServerMayDoAReleaseLater(String message) {
		assertThat(ErrorReplies.mayBeReleasedLater(new JedisDataException(message))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "WRONGTYPE Operation against a key", "ERR unknown command 'EVALSHA'",
			"ERR Unknown Redis command called from script script: f00, on @user_script:2." })
	void theServerWillNotDoAReleaseLater(String message) {
		assertThat(ErrorReplies.mayBeReleasedLater(new JedisDataException(message))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "OOM command not allowed when used memory > 'maxmemory'.",
			"ERR Error running script (call to f_1): @user_script:1: -OOM command not allowed when used memory > 'maxmemory'.",
			"MISCONF Errors writing to the AOF file: No space left on device",
			"NOREPLICAS Not enough good replicas to write.", "NOAUTH Authentication required.",
			"NOPERM User app has no permissions to run the 'set' command",
			"ERR unknown command 'EVALSHA', with args beginning with: 'f00' '1' 'order:42' ",
			"ERR The user executing the script can't run this command or subcommand script: f00, on @user_script:1.",
			"ERR Unknown Redis command called from script script: f00, on @user_script:2." })
	void theServerRefusesAnyLock(String message) {
		assertThat(ErrorReplies.isOfAnyLock(new JedisDataException(message))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "NOSCRIPT No matching script.", "WRONGTYPE Operation against a key",
			"READONLY You can't write against a read only replica.", "NOPERM No permissions to access a key",
			"NOPERM this user has no permissions to access one of the keys used as arguments",
			"ERR The user executing the script can't access at least one of the keys mentioned in the command" })
	void theyDoNotSayThatTheServerRefusesAnyLock(String message) {
		assertThat(ErrorReplies.isOfAnyLock(new JedisDataException(message))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "NOPERM User READONLY has no permissions to run the 'evalsha' command",
			"NOPERM User LOADING has no permissions to run the 'set' command", "NOSCRIPT No matching script.",
			"OOM command not allowed when used memory > 'maxmemory'.", "WRONGTYPE Operation against a key" })
	void theyMeanNothingElse(String message) {
		JedisDataException error = new JedisDataException(message);
		assertThat(ErrorReplies.isOfReplica(error)).isFalse();
		assertThat(ErrorReplies.isMomentary(error)).isFalse();
	}

}
