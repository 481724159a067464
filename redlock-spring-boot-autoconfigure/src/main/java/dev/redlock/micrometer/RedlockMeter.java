package dev.redlock.micrometer;

import java.util.Locale;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.docs.MeterDocumentation;

/**
 * The names, types and tags of all meters.
 */
public enum RedlockMeter implements MeterDocumentation {

	/**
	 * Time of a whole acquire, including the wait.
	 */
	ACQUIRE("redlock.acquire", Meter.Type.TIMER, "Time of a whole acquire, including the wait", Tag.LOCK, Tag.OUTCOME),

	/**
	 * Time of a round over the nodes, from before the first byte sent to the verdict.
	 */
	QUORUM("redlock.quorum", Meter.Type.TIMER,
			"Time of a round over the nodes, from the first byte sent to the verdict", Tag.OPERATION, Tag.OUTCOME),

	/**
	 * Time of a command to one node.
	 */
	NODE_CALL("redlock.node.call", Meter.Type.TIMER, "Time of a command to one node", Tag.NODE, Tag.OPERATION,
			Tag.OUTCOME),

	/**
	 * Time for which a lock was held, up to its release or loss.
	 */
	HELD("redlock.held", Meter.Type.TIMER, "Time for which a lock was held, up to its release or loss", Tag.LOCK),

	/**
	 * Leases that are held now, and for how long they have been.
	 */
	HELD_ACTIVE("redlock.held.active", Meter.Type.LONG_TASK_TIMER,
			"Leases that are held now, and for how long they have been", Tag.LOCK),

	/**
	 * Ttl of the last lease, zero before the first.
	 */
	TTL("redlock.ttl", Meter.Type.GAUGE, "Ttl of the last lease", Tag.LOCK),

	/**
	 * Tries to extend a lease.
	 */
	EXTENSIONS("redlock.extensions", Meter.Type.COUNTER, "Tries to extend a lease", Tag.LOCK, Tag.OUTCOME),

	/**
	 * Leases that were lost.
	 */
	LOST("redlock.lost", Meter.Type.COUNTER, "Leases that were lost", Tag.LOCK, Tag.REASON),

	/**
	 * Nodes in each state.
	 */
	NODES("redlock.nodes", Meter.Type.GAUGE, "Nodes in each state", Tag.STATE);

	private final String name;

	private final Meter.Type type;

	private final String description;

	private final Tag[] tags;

	RedlockMeter(String name, Meter.Type type, String description, Tag... tags) {
		this.name = name;
		this.type = type;
		this.description = description;
		this.tags = tags;
	}

	@Override
	public String getName() {
		return this.name;
	}

	@Override
	public Meter.Type getType() {
		return this.type;
	}

	/**
	 * Returns what the meter measures.
	 * @return a line
	 */
	public String getDescription() {
		return this.description;
	}

	@Override
	public KeyName[] getKeyNames() {
		return KeyName.merge(this.tags);
	}

	/**
	 * Returns the name, the tags and the description of one meter.
	 * @param values one value for each tag; constants as they are documented
	 */
	Meter.Id id(Object... values) {
		return new Meter.Id(this.name, tags(values), null, this.description, this.type);
	}

	private Tags tags(Object... values) {
		String[] keysAndValues = new String[2 * this.tags.length];
		for (int i = 0; i < this.tags.length; i++) {
			keysAndValues[2 * i] = this.tags[i].asString();
			keysAndValues[2 * i + 1] = (values[i] instanceof Enum<?> constant) ? lowerCase(constant)
					: values[i].toString();
		}
		return Tags.of(keysAndValues);
	}

	private static String lowerCase(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}

	/**
	 * The tags of the meters. The resource is none of them, since its values have no end.
	 */
	public enum Tag implements KeyName {

		/**
		 * The static name of a lock.
		 */
		LOCK,

		/**
		 * What came of it.
		 */
		OUTCOME,

		/**
		 * What nodes were asked to do.
		 */
		OPERATION,

		/**
		 * The name of a node.
		 */
		NODE,

		/**
		 * Why a lease was lost.
		 */
		REASON,

		/**
		 * The state of nodes.
		 */
		STATE;

		@Override
		public String asString() {
			return lowerCase(this);
		}

	}

}
