package dev.redlock.micrometer;

import java.util.Locale;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;

/**
 * The names, types and tags of all meters.
 */
public enum RedlockMeter implements MeterDocumentation {

	/**
	 * Time of a whole acquire, including the wait.
	 */
	ACQUIRE {

		@Override
		public String getName() {
			return "redlock.acquire";
		}

		@Override
		public Meter.Type getType() {
			return Meter.Type.TIMER;
		}

		@Override
		public KeyName[] getKeyNames() {
			return KeyName.merge(new KeyName[] { Tag.LOCK, Tag.OUTCOME });
		}

	},

	/**
	 * Time of a round over the nodes, from before the first byte sent to the verdict.
	 */
	QUORUM {

		@Override
		public String getName() {
			return "redlock.quorum";
		}

		@Override
		public Meter.Type getType() {
			return Meter.Type.TIMER;
		}

		@Override
		public KeyName[] getKeyNames() {
			return KeyName.merge(new KeyName[] { Tag.OPERATION, Tag.OUTCOME });
		}

	},

	/**
	 * Time of a command to one node.
	 */
	NODE_CALL {

		@Override
		public String getName() {
			return "redlock.node.call";
		}

		@Override
		public Meter.Type getType() {
			return Meter.Type.TIMER;
		}

		@Override
		public KeyName[] getKeyNames() {
			return KeyName.merge(new KeyName[] { Tag.NODE, Tag.OPERATION, Tag.OUTCOME });
		}

	},

	/**
	 * Time for which a lock was held, up to its release or loss.
	 */
	HELD {

		@Override
		public String getName() {
			return "redlock.held";
		}

		@Override
		public Meter.Type getType() {
			return Meter.Type.TIMER;
		}

		@Override
		public KeyName[] getKeyNames() {
			return KeyName.merge(new KeyName[] { Tag.LOCK });
		}

	},

	/**
	 * Tries to extend a lease.
	 */
	EXTENSIONS {

		@Override
		public String getName() {
			return "redlock.extensions";
		}

		@Override
		public Meter.Type getType() {
			return Meter.Type.COUNTER;
		}

		@Override
		public KeyName[] getKeyNames() {
			return KeyName.merge(new KeyName[] { Tag.LOCK, Tag.OUTCOME });
		}

	},

	/**
	 * Leases that were lost.
	 */
	LOST {

		@Override
		public String getName() {
			return "redlock.lost";
		}

		@Override
		public Meter.Type getType() {
			return Meter.Type.COUNTER;
		}

		@Override
		public KeyName[] getKeyNames() {
			return KeyName.merge(new KeyName[] { Tag.LOCK, Tag.REASON });
		}

	},

	/**
	 * Nodes in each state.
	 */
	NODES {

		@Override
		public String getName() {
			return "redlock.nodes";
		}

		@Override
		public Meter.Type getType() {
			return Meter.Type.GAUGE;
		}

		@Override
		public KeyName[] getKeyNames() {
			return KeyName.merge(new KeyName[] { Tag.STATE });
		}

	};

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
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
