package dev.redlock.jedis;

import java.util.List;

import dev.redlock.node.NodeCommand;

/**
 * What a command is about: a lease that was taken over may share its token with others.
 *
 * @param keys the keys
 * @param token the token, which is never shown
 */
record LeaseKeys(List<String> keys, String token) {

	static LeaseKeys of(Call call) {
		return new LeaseKeys(call.keys(), call.token());
	}

	static LeaseKeys of(NodeCommand command) {
		return new LeaseKeys(command.keys(), command.token());
	}

	@Override
	public String toString() {
		return "LeaseKeys" + this.keys;
	}

}
