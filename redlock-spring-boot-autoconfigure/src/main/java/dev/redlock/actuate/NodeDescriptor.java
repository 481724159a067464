package dev.redlock.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.redlock.node.NodeStatus;
import dev.redlock.node.NodeStatus.State;
import dev.redlock.node.RedlockNode;

/**
 * What is shown of a node. What is not known is {@code null}.
 *
 * @param name the name of the node
 * @param state its state
 * @param since since when it has been in that state, by the clock of this machine
 * @param version the version of its server
 * @param quarantineLeft for how long it does not vote yet
 * @param roundTrip the time from a command to its answer, measured about once a second
 * @param detail why it is in that state, and what to do
 */
public record NodeDescriptor(String name, State state, @Nullable Instant since, @Nullable String version,
		@Nullable Duration quarantineLeft, @Nullable Duration roundTrip, @Nullable String detail) {

	static NodeDescriptor of(RedlockNode node, InstantSource wallClock) {
		NodeStatus status = node.status();
		Duration inState = status.inState();
		return new NodeDescriptor(node.name(), status.state(),
				(inState != null) ? wallClock.instant().minus(inState).truncatedTo(ChronoUnit.SECONDS) : null,
				status.version(), truncated(status.quarantineLeft(), ChronoUnit.MILLIS),
				truncated(status.roundTrip(), ChronoUnit.MICROS), status.detail().isEmpty() ? null : status.detail());
	}

	private static @Nullable Duration truncated(@Nullable Duration duration, ChronoUnit unit) {
		return (duration != null) ? duration.truncatedTo(unit) : null;
	}

	/**
	 * Returns this as the rows of a health are: a map without what is not known.
	 */
	Map<String, Object> asRow() {
		Map<String, Object> row = new LinkedHashMap<>();
		row.put("name", this.name);
		row.put("state", this.state);
		put(row, "since", this.since);
		put(row, "version", this.version);
		put(row, "quarantineLeft", this.quarantineLeft);
		put(row, "roundTrip", this.roundTrip);
		put(row, "detail", this.detail);
		return row;
	}

	private static void put(Map<String, Object> row, String name, @Nullable Object value) {
		if (value != null) {
			row.put(name, value);
		}
	}

}
