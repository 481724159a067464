package dev.redlock.jedis;

import org.jspecify.annotations.Nullable;

/**
 * Why a command could not be sent, without the cost of a stack trace: one instance
 * answers all commands until the node is back.
 */
final class NodeUnreachableException extends RuntimeException {

	NodeUnreachableException(String message, @Nullable Throwable cause) {
		super(message, cause, false, false);
	}

}
