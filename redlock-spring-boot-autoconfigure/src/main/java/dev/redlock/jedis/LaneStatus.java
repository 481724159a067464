package dev.redlock.jedis;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;

/**
 * How a lane is, for those who look at its node.
 */
final class LaneStatus {

	private LaneStatus() {
	}

	/**
	 * Returns the status of a lane that has no connection, or one that does not answer.
	 * @param reason why
	 * @param version the version of the server, if it is known
	 */
	static NodeStatus down(NodeUnreachableException reason, @Nullable String version) {
		return new NodeStatus(State.DOWN, String.valueOf(reason.getMessage()), null, version, null, null);
	}

	/**
	 * Returns the status of a lane whose server answers, though it may not vote (S9).
	 * @param link the connection
	 * @param version the version of the server, if it is known
	 * @param now the time
	 */
	static NodeStatus connected(Link link, @Nullable String version, long now) {
		Duration roundTrip = link.punctuality().roundTrip();
		Duration quarantine = Duration.ofNanos(link.quarantineNanos(now));
		if (quarantine.isNegative() || quarantine.isZero()) {
			return new NodeStatus(State.UP, "", null, version, null, roundTrip);
		}
		return new NodeStatus(State.QUARANTINED, RestartGuard.explain(quarantine), null, version, quarantine,
				roundTrip);
	}

}
